import { anything, closed, described, list, open, ref, text } from '../../../core/form/json-schema.ts'
import type { JsonObject } from '../../../core/ir/json.ts'

/** Fields that every group has. */
const kind = { kind: text('Kind of the group.') }
const member = (description: string): JsonObject => described(ref('member'), description)
const key = (description: string): JsonObject => described(ref('key'), description)

const members = (description: string): JsonObject => ({
  ...list(ref('member'), description),
  minItems: 1,
})

const row = (description: string, about: string): JsonObject =>
  open({ ...kind, members: members(about) }, ['kind', 'members'], description)

/** Groups by their kind, with the name of each schema. */
export const groupForms = {
  pipeline: 'pipeline',
  parallel: 'parallel',
  loop: 'loop',
  route: 'route',
  fallback: 'fallback',
  mapOver: 'mapOver',
} as const

/** Schemas of the groups that hold members. */
export const groupSchemas: JsonObject = {
  pipeline: row(
    'Members that run one after the other.',
    'Each begins with the state that the previous one left.',
  ),
  parallel: row(
    'Members that run at the same time, each on its own branch.',
    'None sees the events of the others.',
  ),
  fallback: row(
    'Members that are tried in order until one does not fail.',
    'Each begins with the state from before the first.',
  ),
  loop: open(
    {
      ...kind,
      max: described(
        { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
        'Maximum number of rounds.',
      ),
      until: described(
        { type: 'null' },
        'A condition is a function, which data cannot hold: null or omitted.',
      ),
      members: members('Members that run one after the other in each round.'),
    },
    ['kind', 'max', 'members'],
    'Members that run one after the other, repeatedly.',
  ),
  route: open(
    {
      ...kind,
      key: key('Key of the state whose value chooses the branch.'),
      ways: list(
        closed(
          {
            is: anything('Value of the key for which this branch runs: any JSON.'),
            member: member('Member that runs.'),
          },
          ['is', 'member'],
        ),
        'Branches. The first one that matches runs.',
      ),
      other: {
        ...{ if: { type: 'null' }, else: ref('member') },
        description: 'Member that runs if no branch matches. null or omitted: none.',
      },
    },
    ['kind', 'key', 'ways'],
    'One branch of several, chosen by the value of a key.',
  ),
  mapOver: open(
    {
      ...kind,
      key: key('Key of the list.'),
      item: key('Key under which each round finds its item. Default: item.'),
      into: key('Key under which the answers are stored, in order.'),
      member: member('Member that runs for each item.'),
    },
    ['kind', 'key', 'into', 'member'],
    'A member that runs once for each item of a list in the state.',
  ),
}
