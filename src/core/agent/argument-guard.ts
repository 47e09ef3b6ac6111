import { type Check, check, fields, oneOf } from '../form/check.ts'
import { expected } from '../form/describe.ts'
import type { Path } from '../form/path.ts'
import { isObject, type JsonValue } from '../ir/json.ts'
import type { Trust } from '../ir/trust.ts'
import { isTrust } from '../ir/trust.ts'

/** Argument that is made of words of somebody with less trust than its guard asks for. */
export interface TaintedArgument {
  readonly argument: string
  readonly value: JsonValue
  /** Trust that the guard asks for. */
  readonly needs: Trust
  /** Trust that the value has. */
  readonly trust: Trust
  /** Places that brought the value, as `taint` of `ctxc/protect` gives them. */
  readonly from: readonly { readonly place: string; readonly tool?: string; readonly trust: Trust }[]
}

/** Fate of a call: it is refused, waits for somebody's approval, or passes. */
export type GuardVerdict = 'refuse' | 'ask' | 'pass'

/**
 * Whose words an argument may be made of: those of somebody with this trust or more, or anybody's. `otherwise` is the fate of
 * a call whose argument is not: it is refused (the default), waits for somebody's approval (`ask`), or a function decides. A
 * function that throws refuses.
 */
export type ArgumentGuard =
  | Trust
  | 'any'
  | {
      readonly trust: Trust
      readonly otherwise?: 'refuse' | 'ask' | ((found: TaintedArgument) => GuardVerdict)
    }

const trust = check('a trust (developer, user, model, tool, external)', isTrust)
const level = check(
  'any, or a trust (developer, user, model, tool, external)',
  value => value === 'any' || isTrust(value),
)
const fate: Check = (value, at) => {
  if (typeof value === 'function' && !at.isData) return
  oneOf(['refuse', 'ask'])(value, at)
}
const withChoice = fields({ trust, otherwise: fate }, ['trust'])

/** Reads the guards of a tool's arguments. */
export function assertGuards(value: unknown, at: Path): void {
  if (!isObject(value)) throw expected('guards by the names of arguments', value, at)
  for (const [name, guard] of Object.entries(value))
    at.in(name).piece(place => (isObject(guard) ? withChoice(guard, place) : level(guard, place)))
}
