import type { TokenCounter } from '../../count/tokenizer.ts'
import { classOf, digit, hexLower, hexUpper, lower, upper } from './chars.ts'
import { entropy, measured } from './entropy.ts'
import type { Strength } from './names.ts'
import { isPlaceholder } from './placeholder.ts'
import { charactersPerToken } from './rarity.ts'
import type { ValuePlace } from './value-place.ts'

/** Counts of a value's characters. */
interface Shape {
  readonly length: number
  readonly digits: number
  readonly hexLetters: number
  readonly lowers: number
  readonly uppers: number
  /** Characters that are neither letters nor digits. */
  readonly signs: number
  /** Signs that identifiers, paths and sentences do not have. */
  readonly specials: number
  readonly blanks: number
}

const specials = '!@#$%^&*+~?'

function shapeOf(value: string): Shape {
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

/** Whether the value of a name is likely a secret. */
export function isLikelySecret(
  value: string,
  strength: Strength,
  place: ValuePlace,
  counter: TokenCounter | undefined,
): boolean {
  if (place.code || value.length < 6 || value.length > 512) return false
  const shape = shapeOf(value)
  if (shape.blanks > 0 || !isLikely(value, shape, strength, place, counter)) return false
  return !value.includes('://') && !isPlaceholder(value)
}

function isLikely(
  value: string,
  shape: Shape,
  strength: Strength,
  place: ValuePlace,
  counter: TokenCounter | undefined,
): boolean {
  if (strength === 'password') return isPassword(value, shape, place, counter)
  if (strength === 'vendor' && isHexPair(value, shape)) return true
  if (
    place.quoted &&
    place.separator === 'assign' &&
    strength === 'strong' &&
    shape.specials > 0 &&
    shape.length >= 10
  )
    return charactersPerToken(value, counter) <= 5
  const { least, most } = limitsOf(strength, place)
  return shape.length >= least && isRandom(value, shape) && charactersPerToken(value, counter) <= most(shape)
}

/** Least length of a random value, and most characters for each token. */
interface Limits {
  readonly least: number
  readonly most: (shape: Shape) => number
}

const hexLimit = 4.6
const isHex = (shape: Shape): boolean =>
  shape.length >= 20 && shape.hexLetters + shape.digits === shape.length

function limitsOf(strength: Strength, { separator, scheme }: ValuePlace): Limits {
  const assigned = separator === 'assign' || separator === 'tag'
  if (scheme) return { least: 8, most: () => 4 }
  if (strength === 'strong' && assigned)
    return {
      least: 10,
      most: shape => (isHex(shape) ? hexLimit : shape.length >= 20 && shape.signs === 0 ? 5 : 3.2),
    }
  if (assigned) return { least: 16, most: shape => (isHex(shape) ? hexLimit : 2.8) }
  if (separator === 'is') return { least: 10, most: () => 3.2 }
  if (strength === 'weak') return { least: 24, most: shape => (isHex(shape) ? hexLimit : 2.6) }
  return {
    least: 14,
    most: shape => (isHex(shape) ? hexLimit : shape.length >= 20 && shape.signs === 0 ? 4.2 : 3.3),
  }
}

/** Whether a value has the mix of digits and letters of random strings. */
function isRandom(value: string, shape: Shape): boolean {
  if (shape.signs > shape.length / 4) return false
  const mixed = shape.digits > 0 && shape.lowers + shape.uppers > 0
  const figures = shape.digits === shape.length && shape.length >= 20
  const letters = shape.lowers > 3 && shape.uppers > 3 && shape.length >= 24
  return (mixed || figures || letters) && entropy(value) >= 2.5
}

/** Whether a value is two words of eight hex digits, as in the credentials of package servers. */
const isHexPair = (value: string, shape: Shape): boolean =>
  value.length === 17 && value[8] === ':' && shape.hexLetters + shape.digits === 16

function isPassword(
  value: string,
  shape: Shape,
  place: ValuePlace,
  counter: TokenCounter | undefined,
): boolean {
  const mixed = shape.digits > 0 && shape.lowers + shape.uppers > 0
  if (shape.length > 128 || !isStart(value)) return false
  if (place.separator === 'blank' || place.separator === 'comma')
    return (
      mixed && shape.length >= 8 && shape.signs <= shape.length / 4 && charactersPerToken(value, counter) <= 3
    )
  if (place.separator === 'join') return false
  if (place.quoted) return place.rest === '' && (shape.digits > 0 || shape.specials > 0 || shape.length >= 8)
  return mixed && charactersPerToken(value, counter) <= 4.5
}

/** Whether a value begins as a password may: code that was taken for one begins with a separator. */
const isStart = (value: string): boolean => !',;:=)]}|'.includes(value[0] as string)
