import type { TokenCounter } from '../../count/tokenizer.ts'
import { entropy } from './entropy.ts'
import type { Strength } from './names.ts'
import { isExampleValue } from './placeholder.ts'
import { charactersPerToken } from './rarity.ts'
import { type ValueShape, valueShape } from './shape.ts'
import type { ValuePlace } from './value-place.ts'

/** Whether the value after a name, such as `password`, is likely a secret. */
export function isLikelySecret(
  value: string,
  strength: Strength,
  place: ValuePlace,
  counter: TokenCounter | undefined,
): boolean {
  if (place.code || value.length < 6 || value.length > 512) return false
  const shape = valueShape(value)
  if (shape.blanks > 0 || !isLikely(value, shape, strength, place, counter)) return false
  return !value.includes('://') && !isExampleValue(value)
}

function isLikely(
  value: string,
  shape: ValueShape,
  strength: Strength,
  place: ValuePlace,
  counter: TokenCounter | undefined,
): boolean {
  if (strength === 'password') return isPassword(value, shape, place, counter)
  if (strength === 'vendor' && isHexPair(value, shape)) return true
  if (strength === 'strong' && isQuotedWithSigns(shape, place))
    return charactersPerToken(value, counter) <= most.signs
  if (strength === 'strong' && isQuotedWithBrackets(value, shape, place))
    return charactersPerToken(value, counter) <= most.brackets
  const limits = randomValueLimits(strength, place)
  if (shape.length < limits.least || !isRandom(value, shape)) return false
  return charactersPerToken(value, counter) <= limits.most(shape)
}

/** Limits for a random value: its minimum length, and its maximum average number of characters per token. */
interface Limits {
  readonly least: number
  readonly most: (shape: ValueShape) => number
}

/**
 * Maximum average numbers of characters per token of a secret value. Random strings have 1.2 to 2, names in code 3 to
 * 6. After an unambiguous name the limit is higher, because hex keys and keys in documentation (`abcdef0123`) have
 * longer tokens. Fitted on half of the labelled samples that `npm run detect` reads.
 */
const most = {
  hex: 4.6,
  plain: 5,
  plainBlank: 4.2,
  usual: 3.2,
  weak: 2.8,
  weakBlank: 2.6,
  scheme: 4,
  signs: 5,
  brackets: 2,
  few: 2.5,
}

/** Whether a value is one long word of hex digits. */
const isHex = (shape: ValueShape): boolean =>
  shape.length >= 20 && shape.hexLetters + shape.digits === shape.length

/** Returns the limits for a value after a name. A word of only letters and digits may have its own limit, `plain`. */
function randomValueLimits(strength: Strength, { separator, scheme }: ValuePlace): Limits {
  const makeLimits = (least: number, usual: number, plain = usual): Limits => ({
    least,
    most: shape => {
      if (isHex(shape)) return most.hex
      // Identifiers such as `setKeyV2` are not secret. They have few digits, so words with few digits get a lower
      // limit.
      if (shape.digits < 3 && !scheme) return Math.min(usual, most.few)
      return shape.length >= 20 && shape.signs === 0 ? plain : usual
    },
  })
  if (scheme) return makeLimits(8, most.scheme)
  if (separator === 'is') return makeLimits(10, most.usual)
  const isAssigned = separator === 'assign' || separator === 'tag'
  if (strength === 'strong')
    return isAssigned ? makeLimits(10, most.usual, most.plain) : makeLimits(14, most.usual, most.plainBlank)
  return isAssigned ? makeLimits(16, most.weak) : makeLimits(24, most.weakBlank)
}

/** Whether a value has the mix of digits and letters that random strings have. */
function isRandom(value: string, shape: ValueShape): boolean {
  if (shape.signs > shape.length / 4 || value.startsWith('\\')) return false
  const mixed = shape.digits > 0 && shape.lowers + shape.uppers > 0
  const figures = shape.digits === shape.length && shape.length >= 20
  const letters = shape.lowers > 3 && shape.uppers > 3 && shape.length >= 24
  return (mixed || figures || letters) && entropy(value) >= 2.5
}

/** Whether a quoted value contains signs that do not occur in names or sentences. */
const isQuotedWithSigns = (shape: ValueShape, { quoted, separator }: ValuePlace): boolean =>
  quoted && separator === 'assign' && shape.specials > 0 && shape.length >= 10

/** Each line is matched only from its first bracket. Otherwise a line with many brackets would take much longer. */
const bracketed = /^[^([{\n\r\u2028\u2029]*[([{].+[)\]}]\w/m

/** Whether a quoted value mixes brackets with letters and digits in a way that code does not. */
const isQuotedWithBrackets = (value: string, shape: ValueShape, { quoted, separator }: ValuePlace): boolean =>
  quoted && separator === 'assign' && shape.digits > 1 && shape.length >= 10 && bracketed.test(value)

/** Whether a value is two words of eight hex digits, as in the credentials of package servers. */
const isHexPair = (value: string, shape: ValueShape): boolean =>
  value.length === 17 && value[8] === ':' && shape.hexLetters + shape.digits === 16

function isPassword(
  value: string,
  shape: ValueShape,
  place: ValuePlace,
  counter: TokenCounter | undefined,
): boolean {
  const mixed = shape.digits > 0 && shape.lowers + shape.uppers > 0
  if (shape.length > 128 || !beginsLikePassword(value)) return false
  if (place.separator === 'blank' || place.separator === 'comma')
    return (
      mixed && shape.length >= 8 && shape.signs <= shape.length / 4 && charactersPerToken(value, counter) <= 3
    )
  if (place.separator === 'join') return false
  if (place.quoted) return place.rest === '' && (shape.digits > 0 || shape.specials > 0 || shape.length >= 8)
  return mixed && charactersPerToken(value, counter) <= 4.5
}

/** Whether a value begins like a password. If it begins with a separator, it is a piece of code instead. */
const beginsLikePassword = (value: string): boolean => !',;:=)]}|'.includes(value[0] as string)
