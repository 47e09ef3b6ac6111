import type { JsonObject } from '../../ir/json.ts'
import { anything, closed, described, list, open, ref, text } from '../../validate/json-schema.ts'

/** Fields that every group has. */
const kind = { kind: text('What kind of group it is.') }
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
  pipeline: row('Members one after the other.', 'Each begins with what those before it left.'),
  parallel: row('Members all at once, each on a branch of its own.', 'None sees what the others say.'),
  fallback: row('The first member that does not fail.', 'Each begins with what was there before the first.'),
  loop: open(
    {
      ...kind,
      max: described({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, 'The most rounds.'),
      until: described({ type: 'null' }, 'A condition is a function, and data has none: null, or left out.'),
      members: members('One after the other, in each round.'),
    },
    ['kind', 'max', 'members'],
    'Members one after the other, again and again.',
  ),
  route: open(
    {
      ...kind,
      key: key('The key of the state whose value says which way to go.'),
      ways: list(
        closed(
          { is: anything('The value for which this way is taken: any JSON.'), member: member('Runs then.') },
          ['is', 'member'],
        ),
        'The first that fits is taken.',
      ),
      other: {
        ...{ if: { type: 'null' }, else: ref('member') },
        description: 'Runs where no way fits; null or left out: nothing does.',
      },
    },
    ['kind', 'key', 'ways'],
    'One way of several, by the value of a key.',
  ),
  mapOver: open(
    {
      ...kind,
      key: key('Holds the list.'),
      item: key('Under which each round finds its item; item when left out.'),
      into: key('Under which the answers come to be, in order.'),
      member: member('Runs once for each item.'),
    },
    ['kind', 'key', 'into', 'member'],
    'A member once for each item of a list in the state.',
  ),
}
