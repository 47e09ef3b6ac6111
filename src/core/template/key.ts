import type { Path } from '../form/path.ts'
import { scopes } from '../ir/scope.ts'
import { assertKey } from '../state/key.ts'

/**
 * Reads a key of the state that a program writes. Throws a TypeError that names the place (`at`) for an invalid key.
 */
export const readKey = (key: unknown, at: Path): string => readKeyInScopes(key, at)

/** Reads a key with any scope. Live sessions and tools use scopes that a program may not write. */
export const readAnyKey = (key: unknown, at: Path): string => readKeyInScopes(key, at, scopes)

function readKeyInScopes(key: unknown, at: Path, known?: readonly string[]): string {
  assertKey(key, at, known)
  return key
}
