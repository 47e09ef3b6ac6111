import { scopes } from '../ir/scope.ts'
import { wrongWith } from '../state/key.ts'
import { expected } from '../validate/describe.ts'
import type { Path } from '../validate/path.ts'

/** A key of the state that a program writes. Throws a TypeError that names the place (`at`) for what cannot be one. */
export const readKey = (key: unknown, at: Path): string => read(key, at)

/** The same of any scope: what a live session or a tool has to do with is not the program's alone. */
export const readAnyKey = (key: unknown, at: Path): string => read(key, at, scopes)

function read(key: unknown, at: Path, known?: readonly string[]): string {
  if (typeof key !== 'string') throw expected('a key of the state', key, at)
  const wrong = wrongWith(key, known)
  if (wrong !== null) throw at.wrong(`is no key of the state: ${wrong}`)
  return key
}
