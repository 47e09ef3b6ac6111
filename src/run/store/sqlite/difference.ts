/** Number of equal characters that is needed to continue copying after a difference. */
const sample = 12

/** Number of characters between two samples of the new text. */
const stride = 4

/** Number of characters of the base text in which a sample is searched. */
const reach = 512

/** Maximum number of samples of one text, so that little time is spent on dissimilar texts. */
const mostSamples = 256

/** Maximum length of a text that is compared with another. */
const longest = 32_768

/** Position in the base text and in the new text. The two are equal from there on. */
interface Place {
  readonly base: number
  readonly text: number
}

/**
 * Returns the difference that turns a base text into a new text; null if it would save little. A difference is a list
 * of steps. Each step adds characters, skips characters of the base, and copies characters of the base. It is stored as
 * the numbers of all steps, a bar, and the added characters.
 */
export function makeDifference(base: string, text: string): string | null {
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
    place = findNextMatch(base, text, at, most)
    samples += Math.ceil(((place?.text ?? most) - at.text) / stride)
  }
  const made = `${numbers.map(number => (number === 0 ? '' : number.toString(36))).join(',')}|${own}`
  // If the added characters contained half of a surrogate pair, an SQLite column would lose it.
  return made.length < text.length * 0.75 && own.isWellFormed() ? made : null
}

/** Returns the text that results from a base text and a difference. */
export function applyDifference(base: string, difference: string): string {
  const numbers = parseNumbers(difference)
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

/** One step of a difference: numbers of characters to add, to skip and to copy. */
type Step = readonly [added: number, skipped: number, copied: number]

const [comma, bar, nine] = [...',|9'].map(sign => sign.charCodeAt(0)) as [number, number, number]

/** Returns the numbers in a difference. Reads digit by digit, which takes a third of the time of splitting the text. */
function parseNumbers(difference: string): readonly number[] {
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

/** Returns the number of characters that are equal in both texts, from a position on. */
function equalLength(base: string, text: string, { base: from, text: to }: Place): number {
  let length = 0
  while (from + length < base.length && base.charCodeAt(from + length) === text.charCodeAt(to + length))
    length++
  return length
}

/** Returns the next position from which both texts are equal; null if there is none before `most`. */
function findNextMatch(base: string, text: string, from: Place, most: number): Place | null {
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
