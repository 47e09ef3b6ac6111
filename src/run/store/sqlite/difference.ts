/** Number of characters that must be equal for a copy to begin after a difference. */
const sample = 12

/** Characters between two samples of the new text. */
const stride = 4

/** Number of characters of the base that are searched for a sample. */
const reach = 512

/** Upper bound on the samples of one text, so that dissimilar texts cost little. */
const mostSamples = 256

/** Maximum length of a text that is compared. */
const longest = 32_768

/** Position in both texts from which they are equal again. */
interface Place {
  readonly base: number
  readonly text: number
}

/**
 * Returns the difference that turns a base into a text, or null if it would save little. It is a list of steps, each of
 * which adds characters, skips some of the base, and copies some. Its form: the numbers of all steps, a bar, and the
 * added characters.
 */
export function differenceOf(base: string, text: string): string | null {
  if (text.length > longest || base.length > longest) return null
  const numbers: number[] = []
  let own = ''
  let samples = 0
  let place: Place | null = { base: 0, text: 0 }
  for (let at: Place = place; at.text < text.length; ) {
    if (place === null) {
      numbers.push(text.length - at.text, 0, 0)
      own += text.slice(at.text)
      break
    }
    const copied = equalLength(base, text, place)
    numbers.push(place.text - at.text, place.base - at.base, copied)
    own += text.slice(at.text, place.text)
    at = { base: place.base + copied, text: place.text + copied }
    const most = Math.min(text.length, at.text + (mostSamples - samples) * stride)
    place = nextPlace(base, text, at, most)
    samples += Math.ceil(((place?.text ?? most) - at.text) / stride)
  }
  const made = `${numbers.map(number => (number === 0 ? '' : number.toString(36))).join(',')}|${own}`
  // A column would lose half of a surrogate pair among the characters.
  return made.length < text.length * 0.75 && own.isWellFormed() ? made : null
}

/** Returns the text that a difference makes from its base. */
export function applyDifference(base: string, difference: string): string {
  const numbers = numbersOf(difference)
  let [at, own, text] = [0, difference.indexOf('|') + 1, '']
  for (let index = 0; index < numbers.length; index += 3) {
    const [added, skipped, copied] = [numbers[index], numbers[index + 1], numbers[index + 2]] as Step
    if (added > 0) text += difference.slice(own, own + added)
    own += added
    at += skipped
    if (copied > 0) text += base.slice(at, at + copied)
    at += copied
  }
  return text
}

/** Numbers of characters that a step adds, skips and copies. */
type Step = readonly [added: number, skipped: number, copied: number]

const [comma, bar, nine] = [...',|9'].map(sign => sign.charCodeAt(0)) as [number, number, number]

/** Returns the numbers of a difference. Reading single digits takes a third of the time of parsing texts. */
function numbersOf(difference: string): readonly number[] {
  const numbers: number[] = []
  let number = 0
  for (let at = 0; at < difference.length; at++) {
    const code = difference.charCodeAt(at)
    if (code !== comma && code !== bar) {
      number = number * 36 + (code <= nine ? code - 48 : code - 87)
      continue
    }
    numbers.push(number)
    number = 0
    if (code === bar) break
  }
  return numbers
}

/** Returns the number of characters that are equal from a position on. */
function equalLength(base: string, text: string, { base: from, text: to }: Place): number {
  let length = 0
  while (from + length < base.length && base.charCodeAt(from + length) === text.charCodeAt(to + length))
    length++
  return length
}

/** Returns the next position in both texts from which they are equal again; null if there is none before `most`. */
function nextPlace(base: string, text: string, from: Place, most: number): Place | null {
  const window = base.slice(from.base, from.base + reach)
  for (let at = from.text; at < most && at + sample <= text.length; at += stride) {
    const found = window.indexOf(text.slice(at, at + sample))
    if (found < 0) continue
    let back = 0
    while (back < Math.min(found, at - from.text) && window[found - back - 1] === text[at - back - 1]) back++
    return { base: from.base + found - back, text: at - back }
  }
  return null
}
