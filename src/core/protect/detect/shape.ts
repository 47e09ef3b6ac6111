import { classOf, digit, hexLower, hexUpper, lower, upper } from './chars.ts'
import { measured } from './entropy.ts'

/** Counts of a value's characters. */
export interface ValueShape {
  readonly length: number
  readonly digits: number
  readonly hexLetters: number
  readonly lowers: number
  readonly uppers: number
  /** Number of characters that are neither letters nor digits. */
  readonly signs: number
  /** Number of signs that do not occur in identifiers, paths and sentences. */
  readonly specials: number
  readonly blanks: number
}

const specials = '!@#$%^&*+~?'

/** Counts the first 256 characters of a value by class. */
export function valueShape(value: string): ValueShape {
  const shape = {
    length: value.length,
    digits: 0,
    hexLetters: 0,
    lowers: 0,
    uppers: 0,
    signs: 0,
    specials: 0,
    blanks: 0,
  }
  for (let at = 0; at < Math.min(value.length, measured); at++) {
    const kind = classOf(value.charCodeAt(at))
    if (kind & digit) shape.digits++
    else if (kind & (lower | hexLower)) shape.lowers++
    else if (kind & (upper | hexUpper)) shape.uppers++
    else if (value.charCodeAt(at) <= 32) shape.blanks++
    else {
      shape.signs++
      if (specials.includes(value[at] as string)) shape.specials++
    }
    if (kind & (hexLower | hexUpper)) shape.hexLetters++
  }
  return shape
}
