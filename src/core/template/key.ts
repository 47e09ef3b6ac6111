import { expected } from '../form/describe.ts'
import type { Path } from '../form/path.ts'
import { scopes } from '../ir/scope.ts'
import { wrongWith } from '../state/key.ts'

/**
 * Reads a key of the state that a program writes. Throws a TypeError that names the place (`at`) for an invalid key.
 */
export const readKey = (key: unknown, at: Path): string => read(key, at)

/** Reads a key with any scope: live sessions and tools use more scopes than a program may write. */
export const readAnyKey = (key: unknown, at: Path): string => read(key, at, scopes)

function read(key: unknown, at: Path, known?: readonly string[]): string {
  if (typeof key !== 'string') throw expected('a key of the state', key, at)
  const wrong = wrongWith(key, known)
  if (wrong !== null) throw at.wrong(`is not a key of the state: ${wrong}`)
  return key
}
