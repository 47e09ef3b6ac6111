import type { Encoding } from '../ir/model.ts'
import { tokenizerOf } from './disk.ts'
import type { Keep, Truncated } from './truncate.ts'

/**
 * Counts the tokens of a text, exactly as OpenAI's tiktoken does, in time that grows with its length whatever it
 * holds. The name of a special token in it (`<|endoftext|>`) is text, and a lone surrogate counts as U+FFFD.
 *
 * The vocabulary is read from disk at the first call (1.6 MB for `o200k_base`), once; where there is no disk, use
 * `ctxc/count/o200k`. What a request adds to its texts is in `compile`'s `result.tokens`.
 *
 * @param text - The text.
 * @param encoding - `o200k_base` (GPT-4o and later, the default) or `cl100k_base` (GPT-4, GPT-3.5).
 * @returns Tokens.
 * @throws TypeError when the text is no string or the encoding is not one of these; Error when the vocabulary cannot be
 * read.
 *
 * @example
 * import { count } from 'ctxc/count'
 *
 * console.log(count('What is the weather in Paris?')) // 7
 */
export function count(text: string, encoding: Encoding = 'o200k_base'): number {
  return tokenizerOf(encoding).count(text)
}

/**
 * Counts the tokens of a text up to a limit, and stops there: the work follows the limit, not the text.
 *
 * @param text - The text.
 * @param limit - Tokens.
 * @param encoding - As for `count`.
 * @returns The tokens of the text where they are at most `limit`, else `limit + 1`.
 * @throws TypeError as `count`, and when the limit is no number.
 *
 * @example
 * import { countUpTo } from 'ctxc/count'
 *
 * const fits = countUpTo('a long document '.repeat(100_000), 8_000) <= 8_000
 * console.log(fits) // false
 */
export function countUpTo(text: string, limit: number, encoding: Encoding = 'o200k_base'): number {
  return tokenizerOf(encoding).countUpTo(text, limit)
}

/**
 * Cuts a text to at most so many tokens, and counts exactly what is left.
 *
 * The result is as long as its last token allows, a character or a few less where a cut makes the end merge
 * otherwise. With `ends`, half of the tokens stay at the beginning and half at the end. Never cut are pairs of
 * surrogates, a letter from its marks, emoji sequences, flags, Hangul from its jamo, and a CR LF. The work follows the
 * tokens that stay, not the text.
 *
 * @param text - The text.
 * @param tokens - The most tokens that may stay.
 * @param keep - What stays: the `head` (default), the `tail`, or both `ends`.
 * @param encoding - As for `count`.
 * @param mark - Stands where something was cut out, inside the budget. None by default; left out if it alone is more
 * than `tokens`.
 * @returns The text that is left, its tokens, and the range of the given text that was cut out in UTF-16 units (null
 * if none).
 * @throws TypeError as `count`, and when `tokens` is no number, `keep` none of these or `mark` no string.
 *
 * @example
 * import { truncate } from 'ctxc/count'
 *
 * const log = 'line\n'.repeat(1_000)
 * const { text, tokens, cut } = truncate(log, 100, 'ends', 'o200k_base', '[…]\n')
 * console.log(tokens, text.length, cut)
 */
export function truncate(
  text: string,
  tokens: number,
  keep: Keep = 'head',
  encoding: Encoding = 'o200k_base',
  mark = '',
): Truncated {
  return tokenizerOf(encoding).truncate(text, tokens, keep, mark)
}
