import type { Encoding } from '../ir/model.ts'
import { tokenizerOf } from './disk.ts'
import type { Keep, Truncated } from './truncate.ts'

/**
 * Counts the tokens of a text, exactly as OpenAI's tiktoken does. The time grows with the text's length only. The name
 * of a special token (`<|endoftext|>`) counts as text, and a lone surrogate as U+FFFD.
 *
 * The first call reads the vocabulary from disk (2.7 MB for `o200k_base`), once. Without a disk, use
 * `ctxc/count/o200k`. A request costs more than its texts: see `result.tokens` of `compile`.
 *
 * @param text - Text to count.
 * @param encoding - `o200k_base` (GPT-4o and later, the default) or `cl100k_base` (GPT-4, GPT-3.5).
 * @returns Number of tokens.
 * @throws TypeError if the text is no string or the encoding is unknown; Error if the vocabulary cannot be read.
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
 * Counts the tokens of a text, and stops at a limit. The time depends on the limit, not on the length of the text.
 *
 * @param text - Text to count.
 * @param limit - Maximum number of tokens to count.
 * @param encoding - See `count`.
 * @returns The number of tokens if it is at most `limit`, else `limit + 1`.
 * @throws TypeError as `count`, and if the limit is no number.
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
 * Cuts a text to a number of tokens, and counts exactly the tokens that remain.
 *
 * The result is as long as the limit allows. It may be a few characters shorter, because a cut can change the tokens
 * next to it. With `ends`, half of the tokens are kept at the beginning and half at the end. A cut never splits a
 * surrogate pair, a letter and its marks, an emoji sequence, a flag, a Hangul syllable or a CR LF. The time depends on
 * the number of tokens kept, not on the length of the text.
 *
 * @param text - Text to cut.
 * @param tokens - Maximum number of tokens to keep.
 * @param keep - Part to keep: the `head` (default), the `tail`, or both `ends`.
 * @param encoding - See `count`.
 * @param mark - Text to insert at the cut; its tokens count. None by default; omitted if the mark alone has more than
 * `tokens` tokens.
 * @returns The remaining text, its tokens, and the range that was cut out of the given text in UTF-16 units (null if
 * none).
 * @throws TypeError as `count`, and if `tokens` is no number, `keep` is unknown or `mark` is no string.
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
