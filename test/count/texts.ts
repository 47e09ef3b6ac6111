/** A generator of numbers below a bound; the same for the same seed. */
export function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 0x1_0000_0000) * below)
  }
}

type Next = (below: number) => number
const oneOf = (text: string, next: Next): string => {
  const points = [...text]
  return points[next(points.length)] as string
}

/** Single characters that the encodings' patterns treat apart. */
const pools: readonly ((next: Next) => string)[] = [
  next => String.fromCodePoint(32 + next(95)),
  next => oneOf(' \n\t\r', next),
  next => oneOf("'sStTdDmMlLrReEvVſ", next),
  next => oneOf('abcdefghijklmnopqrstuvwxyz    .,', next),
  next => String.fromCodePoint(0x4e00 + next(2000)),
  next => oneOf('AbCdEF漢字ǅʰ\u0301ſ’/', next),
  next => String.fromCodePoint(next(0x800)),
  next => String.fromCodePoint(0x1f300 + next(800)),
  next => oneOf('\u0085\ufeff\u00a0\u2003\u3000\u200d\u2028', next),
  next => oneOf('0123٣½Ⅷ', next),
  next => oneOf('{}[]":,/\\<>=;#*-_', next),
  next => String.fromCharCode(0xd800 + next(0x800)),
  next => {
    const point = next(0x110000)
    return String.fromCodePoint(point)
  },
]

/** A text of up to three kinds of characters. */
export function fuzzedText(next: Next): string {
  const chosen = Array.from(
    { length: 1 + next(3) },
    () => pools[next(pools.length)] as (next: Next) => string,
  )
  let text = ''
  for (let left = 1 + next(60); left > 0; left--)
    text += (chosen[next(chosen.length)] as (next: Next) => string)(next)
  return text
}

/** Bytes at random, read as UTF-8. */
export const decodedBytes = (length: number, next: Next): string =>
  Buffer.from(Array.from({ length }, () => next(256))).toString()

/** Texts without a place to cut at, or with only one class of characters, by name. */
export const hostileTexts: Readonly<Record<string, (length: number, next: Next) => string>> = {
  'one letter': length => 'a'.repeat(length),
  'one capital': length => 'A'.repeat(length),
  spaces: length => ' '.repeat(length),
  'line feeds': length => '\n'.repeat(length),
  'spaces and line feeds': length => ' \n'.repeat(length / 2),
  exclamations: length => '!'.repeat(length),
  'one ideograph': length => '漢'.repeat(length),
  'one ideograph and capitals': length => `漢${'A'.repeat(length)}`,
  'random ideographs': (length, next) =>
    Array.from({ length }, () => String.fromCharCode(0x4e00 + next(0x5000))).join(''),
  emoji: length => '😀'.repeat(length / 2),
  'combining marks': length => 'e\u0301'.repeat(length / 2),
  'random letters': (length, next) =>
    Array.from({ length }, () => String.fromCharCode(97 + next(26))).join(''),
  base64: (length, next) =>
    Buffer.from(Array.from({ length: (length * 3) / 4 }, () => next(256))).toString('base64'),
  hex: (length, next) => Buffer.from(Array.from({ length: length / 2 }, () => next(256))).toString('hex'),
  'lone surrogates': length => '\ud83d'.repeat(length),
  apostrophes: length => "'s".repeat(length / 2),
  digits: (length, next) => Array.from({ length }, () => next(10)).join(''),
}
