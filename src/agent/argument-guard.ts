import { isObject } from '../ir/json.ts'
import type { Trust } from '../ir/trust.ts'
import { isTrust } from '../ir/trust.ts'
import { check, fields, oneOf } from '../validate/check.ts'
import { expected } from '../validate/describe.ts'
import type { Path } from '../validate/path.ts'

/**
 * Whose words an argument may be made of: those of somebody with this trust or more, or anybody's. `otherwise` is what becomes
 * of a call whose argument is not: it is refused (the default), or waits for somebody's approval (`ask`).
 */
export type ArgumentGuard = Trust | 'any' | { readonly trust: Trust; readonly otherwise: 'refuse' | 'ask' }

const trust = check('a trust (developer, user, model, tool, external)', isTrust)
const level = check(
  'any, or a trust (developer, user, model, tool, external)',
  value => value === 'any' || isTrust(value),
)
const withChoice = fields({ trust, otherwise: oneOf(['refuse', 'ask']) }, ['trust', 'otherwise'])

/** Reads the guards of a tool's arguments. */
export function assertGuards(value: unknown, at: Path): void {
  if (!isObject(value)) throw expected('guards by the names of arguments', value, at)
  for (const [name, guard] of Object.entries(value))
    at.in(name).piece(place => (isObject(guard) ? withChoice(guard, place) : level(guard, place)))
}
