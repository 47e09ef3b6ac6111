import { wrongWith } from '../state/key.ts'
import type { Place } from './place.ts'
import { notA } from './shown.ts'

/** A key of the state. Throws a TypeError that names the place (`at`) for what cannot be one. */
export function readKey(key: unknown, at: Place): string {
  if (typeof key !== 'string') throw notA('a key of the state', key, at)
  const wrong = wrongWith(key)
  if (wrong !== null) throw at.wrong(`is no key of the state: ${wrong}`)
  return key
}
