/** Values of English number words, as they occur in speech and transcripts. */
const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'
const values: ReadonlyMap<string, number> = new Map([
  ...ones.split(' ').map((word, value) => [word, value] as const),
  ...tens.split(' ').map((word, index) => [word, (index + 2) * 10] as const),
])
const scales: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
])

const digits = /\d+(?:[.,]\d+)*/g
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/

/** Returns a number in a single spelling: `1,250.50` as `1250.5`. */
function normalizeNumber(found: string): string {
  const plain = grouped.test(found) ? found.replaceAll(',', '') : found.replaceAll(',', '.')
  const whole = plain.replace(/^0+(?=\d)/, '')
  // A longer number would lose digits when converted.
  return whole.length < 15 && /^\d+\.\d+$/.test(whole) ? String(Number(whole)) : whole
}

/** Returns the numbers that a text writes in digits, each in a single spelling, without repeats. */
export const writtenNumbers = (text: string): readonly string[] => [
  ...new Set((text.match(digits) ?? []).map(normalizeNumber)),
]

/**
 * Maximum number of other words between two number words of one number: `twelve Euros and a half`, `three point five`.
 */
const mostBetween = 2

/** Returns the numbers that a text writes in words: `twenty-five`, `two hundred`, `twelve point five`. */
function numbersInWords(text: string): readonly string[] {
  const found: string[] = []
  /** Previous number, and its index among the words. */
  let [last, lastAt] = [Number.NaN, Number.NEGATIVE_INFINITY]
  let sum: number | null = null
  let isTens = false
  const words = text.toLowerCase().match(/[a-z]+|\d+/g) ?? []
  const endNumber = (at: number): void => {
    if (sum === null) return
    found.push(String(sum))
    if (at - lastAt <= mostBetween + 1 && sum < 100) found.push(normalizeNumber(`${last}.${sum}`))
    ;[last, lastAt] = [sum, at]
    sum = null
    isTens = false
  }
  for (const [at, word] of words.entries()) {
    const value = values.get(word)
    const scale = scales.get(word)
    if (value !== undefined) {
      const joins = sum !== null && isTens && value < 10
      if (!joins && sum !== null && sum % 100 !== 0) endNumber(at)
      sum = (sum ?? 0) + value
      isTens = value >= 20
      found.push(String(value))
    } else if (scale !== undefined) {
      const before = Number(words[at - 1])
      sum = (sum ?? (Number.isFinite(before) ? before : 1)) * scale
      isTens = false
    } else if (word !== 'and') {
      endNumber(at)
      if (word === 'half') found.push(`${last}.5`)
    }
  }
  endNumber(words.length)
  return found
}

/** Returns all numbers in a text, written in digits or words, each in a single spelling. */
export function numbersIn(text: string): ReadonlySet<string> {
  const written = writtenNumbers(text)
  // `2024-05-03` and `14:30` give several numbers; `10k` gives 10 and also 10,000.
  const thousands = [...text.matchAll(digits)].flatMap(found => {
    const after = text.slice(found.index + found[0].length, found.index + found[0].length + 3)
    return /^ ?k(?!\w)/i.test(after) ? [String(Number(normalizeNumber(found[0])) * 1_000)] : []
  })
  return new Set([...written, ...thousands, ...numbersInWords(text)])
}
