import type { PartKind } from '../../ir/part.ts'
import type { Selector, UnitRole, Where } from '../../ir/policy.ts'
import { agentName } from '../../validate/agent-name.ts'
import { type Check, check, fields } from '../../validate/check.ts'
import { type Form, readTagged } from '../../validate/form.ts'
import type { Path } from '../../validate/path.ts'
import { listOfSome, numberOf, oneOrSome, oneOrSomeOf, someOf, words } from '../../validate/quantities.ts'

/** Roles that may speak in a unit. */
export const unitRoles = ['user', 'developer', 'model', 'tool'] as const satisfies readonly UnitRole[]

/** Kinds of parts. */
export const partKinds = [
  'text',
  'reasoning',
  'tool-call',
  'tool-result',
  'file',
  'data',
  'opaque',
] as const satisfies readonly PartKind[]

const asked = {
  author: oneOrSome(words),
  role: oneOrSomeOf(unitRoles),
  type: oneOrSomeOf(partKinds),
  tag: oneOrSome(words),
  tool: oneOrSome(words),
} satisfies Record<keyof Where, Check>

/** Rejects what asks nothing of a unit. */
export const where: Check = (value, at) => {
  fields(asked)(value, at)
  if (Object.values(value as Where).every(given => given === undefined))
    throw at.wrong('asks for nothing', { help: 'C.all() selects every unit' })
}

const names: Form = { needs: { names: listOfSome(agentName) } }
const slack = { takes: { slack: numberOf('turns or units') }, usual: { slack: 0 } }

/** Forms of the selectors of a clause. */
export const selectorForms: { readonly [By in Selector['by']]: Form } = {
  all: {},
  none: {},
  window: { needs: { turns: someOf('turns') }, ...slack },
  last: { needs: { units: someOf('units') }, ...slack },
  first: { needs: { units: someOf('units') } },
  recent: {
    needs: {
      halfLife: check('a number of turns above 0', value => Number.isFinite(value) && (value as number) > 0),
    },
    takes: {
      minScore: check(
        'a number above 0, and 1 at the most',
        value => typeof value === 'number' && value > 0 && value <= 1,
      ),
    },
    usual: { minScore: 0.1 },
  },
  users: {},
  agents: names,
  'other-agents': names,
  where: { needs: { where } },
}

/** Reads a selector into its one form. Throws a TypeError that names the path (`at`) for anything else. */
export const readSelector = (value: unknown, at: Path): Selector =>
  readTagged('by', 'selector', selectorForms, value, at) as unknown as Selector
