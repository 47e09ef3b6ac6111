import { assertList } from '../form/check.ts'
import { wrongValueError } from '../form/describe.ts'
import { Path } from '../form/path.ts'
import { isObject } from '../ir/json.ts'
import type { Scope } from '../ir/scope.ts'

/** Scopes that steps may write; live sessions have additional scopes. */
export const writtenScopes = ['app', 'user', 'temp'] as const satisfies readonly Scope[]

/**
 * State key with a scope: it outlives the session, or it ends with the invocation. Steps that keep or remove all other
 * keys do not affect it.
 */
export type ScopedKey = `${'app' | 'user' | 'temp'}:${string}`

/** Whether a key belongs to a scope. */
export const isScoped = (key: string): key is ScopedKey => hasScope(writtenScopes, key)

const hasScope = (known: readonly string[], key: string): boolean =>
  known.some(scope => key.startsWith(`${scope}:`))

/** Rejects an invalid key: not a string, empty, or with an unknown scope. */
export function assertKey(key: unknown, at: Path, known?: readonly string[]): asserts key is string {
  if (typeof key !== 'string') throw wrongValueError('a key of the state', key, at)
  const wrong = invalidKeyReason(key, known)
  if (wrong !== null) throw at.wrong(`is not a key of the state: ${wrong}`)
}

/**
 * Returns the reason why a key is invalid; null if it is valid. A valid key has no scope, or one of the `known` scopes.
 */
function invalidKeyReason(key: unknown, known: readonly string[] = writtenScopes): string | null {
  if (typeof key !== 'string' || key === '') return 'a key is a string, and not empty'
  const colon = key.indexOf(':')
  if (colon < 0) return null
  if (!hasScope(known, key))
    return `'${key}' has a scope other than ${known.map(scope => `${scope}:`).join(', ')}`
  return colon === key.length - 1 ? `'${key}' has a scope and no name` : null
}

/** Reads a list of keys of a step, without duplicates. */
export function readKeys(keys: unknown, step: string): readonly string[] {
  const at = Path.named(step).in('keys')
  at.readEach(assertList(keys, at), (key, place) => assertKey(key, place))
  return Object.freeze([...new Set<string>(keys as string[])])
}

/** Reads an object whose own property names are state keys; returns its entries as pairs. */
export function readEntries<Value>(
  values: Readonly<Record<string, Value>>,
  step: string,
): readonly [string, Value][] {
  const at = Path.named(step)
  if (!isObject(values)) throw wrongValueError('an object with keys, such as { city: … }', values, at)
  const entries = Object.entries(values) as [string, Value][]
  for (const [key] of entries) assertKey(key, at.in(key))
  return entries
}
