import type { TokenCounter } from '../../count/tokenizer.ts'
import { digit, hexLower, hexUpper, letter, lower, upper } from './chars.ts'
import { isLikelySecret } from './likely.ts'
import { isPublicIdentifier, type Name, precededByPublic } from './names.ts'
import { isInPlaceholder } from './placeholder-form.ts'
import type { AheadReader } from './reader.ts'
import type { Span } from './span.ts'
import { wholeValueEnd } from './value-end.ts'
import { type Separator, valueAfterName } from './value-place.ts'

const small = lower | hexLower
const capital = upper | hexUpper

/** Returns the span of the secret value after a name, such as `password`, that ends at `end`. */
export function readSecretAfterName(
  reader: AheadReader,
  name: Name,
  end: number,
  counter?: TokenCounter,
): Span<'password' | 'secret'> | null {
  const start = end - name.text.length
  if (isInPlaceholder(reader, start)) return null
  if (name.bounded && !beginsWord(reader, start)) return null
  if (!endsWord(reader, end)) return null
  if (name.strength !== 'password' && precededByPublic(reader.before(start, 14))) return null
  const place = valueAfterName(reader, end, name.strength === 'password' && !name.bounded)
  if (place === null || !allowsSeparator(reader, name, place.separator, start)) return null
  if (place.rest !== '' && isPublicIdentifier(place.rest)) return null
  const value = reader.text.slice(place.start, place.end)
  reader.steps += value.length
  if (!isLikelySecret(value, name.strength, place, counter)) return null
  const kind = name.strength === 'password' ? 'password' : 'secret'
  return { start: place.start, end: wholeValueEnd(reader, place.start, place.end, place.quoted), kind }
}

/** Whether a name is at the start of a word, also inside an identifier: `clientKey`, `CLIENT_KEY`. */
const beginsWord = (reader: AheadReader, start: number): boolean =>
  !reader.isInAlphabet(start - 1, letter) ||
  (reader.isInAlphabet(start - 1, small | digit) && reader.isInAlphabet(start, capital))

/** Whether a name is at the end of a word. A plural counts: `token` in `tokens`, but not in `tokenizer`. */
const endsWord = (reader: AheadReader, end: number): boolean =>
  !reader.isInAlphabet(end, small) ||
  !reader.isInAlphabet(end - 1, letter) ||
  (reader.at(end) === 115 && !reader.isInAlphabet(end + 1, letter))

/** Whether a separator may follow a name. A `weak` name needs an operator, unless it begins with a capital. */
function allowsSeparator(reader: AheadReader, name: Name, separator: Separator, start: number): boolean {
  if (separator === 'assign' || separator === 'comma' || separator === 'tag') return true
  if (name.strength === 'vendor' || (name.strength === 'password' && name.bounded)) return false
  return name.strength !== 'weak' || separator === 'join' || reader.isInAlphabet(start, capital)
}
