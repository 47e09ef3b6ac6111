import { partKinds, unitRoles } from '../../context/policy/selectors.ts'
import { reservedAuthors } from '../../ir/event.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { Selector } from '../../ir/policy.ts'
import { closed, list, oneOrSome, some } from './form.ts'

/** Selectors by what they go by, and where their schemas are. */
export const selectorForms = {
  all: 'select.all',
  none: 'select.none',
  window: 'select.window',
  last: 'select.last',
  first: 'select.first',
  recent: 'select.recent',
  users: 'select.users',
  agents: 'select.agents',
  'other-agents': 'select.other-agents',
  where: 'select.where',
} as const satisfies Record<Selector['by'], string>

const select = (
  by: Selector['by'],
  description: string,
  fields: JsonObject = {},
  required: readonly string[] = [],
): JsonObject => ({
  [selectorForms[by]]: closed({ by: { const: by }, ...fields }, ['by', ...required], description),
})

const slack = {
  slack: {
    ...{ type: 'integer', minimum: 0 },
    description: 'It moves on only every so many; left out or 0: with each.',
  },
}
const names = {
  names: {
    ...list({ type: 'string', minLength: 1, not: { enum: reservedAuthors } }, 'Agents, by their names.'),
    minItems: 1,
  },
}
const word = { type: 'string', minLength: 1 }

/** Schemas of the selectors of a clause. */
export const selectorSchemas: JsonObject = {
  ...select('all', 'Every unit.'),
  ...select('none', 'No unit.'),
  ...select(
    'window',
    "The newest turns: each from a user's message up to the next.",
    { turns: some('How many turns.'), ...slack },
    ['turns'],
  ),
  ...select('last', 'The newest units.', { units: some('How many units.'), ...slack }, ['units']),
  ...select('first', 'The oldest units.', { units: some('How many units.') }, ['units']),
  ...select(
    'recent',
    'Turns whose weight is high enough: the newest has 1.',
    {
      halfLife: {
        ...{ type: 'number', exclusiveMinimum: 0 },
        description: 'Turns after which a weight is half of what it was.',
      },
      minScore: {
        ...{ type: 'number', exclusiveMinimum: 0, maximum: 1 },
        description: 'The least weight; 0.1 when left out.',
      },
    },
    ['halfLife'],
  ),
  ...select('users', 'What users and developers said.'),
  ...select('agents', 'What users and developers said, and these agents.', names, ['names']),
  ...select('other-agents', 'All but what these agents said.', names, ['names']),
  ...select(
    'where',
    'Units for which all that is given holds; of a list, any.',
    {
      where: {
        ...closed(
          {
            author: oneOrSome(word, 'Who said it: user, developer, tool, or an agent by its name.'),
            role: oneOrSome({ enum: unitRoles }, 'Who speaks in it.'),
            type: oneOrSome({ enum: partKinds }, 'A part of this kind is in it.'),
            tag: oneOrSome(word, 'A part with a tag of this name is in it.'),
            tool: oneOrSome(word, 'It calls this tool, or is its answer.'),
          },
          [],
          'What is asked of a unit.',
        ),
        minProperties: 1,
      },
    },
    ['where'],
  ),
}
