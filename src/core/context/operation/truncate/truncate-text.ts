import { formatNumber } from '../../../text/number.ts'
import { JsonTree } from '../../json/tree.ts'
import { shortJson } from '../compact/json.ts'
import { type KeptEnd, keepEnds } from './kept-ends.ts'
import { findLargestForm } from './largest.ts'

/** Limits on the kept part of a text. */
export interface TruncateLimits {
  /** Upper bound on the tokens of the kept part, including the mark of the cut. */
  readonly tokens: number
  /** Part of the text to keep: its start, its end, or `both`. With `both`, each end gets half of the room. */
  readonly keep: KeptEnd
}

/** Low estimate of the number of characters per token. In most texts the number is higher. */
const charactersPerToken = 2

const cutMark = (cut: number): string => `[… ${formatNumber(cut)} characters cut …]`

/**
 * Cuts a text to a number of tokens, as measured by `count`. The cut has a mark. It is between lines or words if one
 * ends near, and never inside a character. JSON becomes JSON of the same type, with fewer elements and shorter strings.
 * Returns an empty text if not even the mark fits, and null if the whole text fits. The number of calls to `count`
 * grows with the logarithm of the text's length.
 */
export function truncateText(
  text: string,
  { tokens, keep }: TruncateLimits,
  count: (text: string) => number,
): string | null {
  const fitsTokenLimit = (form: string): boolean => count(form) <= tokens
  if (fitsTokenLimit(text)) return null
  const begin = Math.floor(tokens * charactersPerToken)
  const tree = JsonTree.of(text)
  const formOf =
    tree !== null && (tree.isContainer(0) || tree.firstCharacter(0) === '"')
      ? jsonShortener(tree, keep)
      : (size: number) => keepEnds(text, size, keep, cut => markOnOwnLine(cutMark(cut), keep))
  const form = findLargestForm(text.length, begin, formOf, fitsTokenLimit)
  if (form !== null) return form
  const least = tree === null ? cutMark(text.length) : JSON.stringify(cutMark(text.length))
  return fitsTokenLimit(least) ? least : ''
}

/**
 * Returns a function that writes JSON in at most `size` characters. If it is enough to drop white space, the JSON is
 * complete.
 */
function jsonShortener(tree: JsonTree, keep: KeptEnd): (size: number) => string | null {
  const cutKeepingEnds = (said: string, most: number): string =>
    said.length <= most ? said : keepEnds(said, most, keep, () => '…')
  const whole = shortJson(tree, tree.text.length, '', keep, cutKeepingEnds)
  const note = `[… cut from ${formatNumber(tree.text.length)} characters …]`
  return size =>
    whole !== null && whole.length <= size ? whole : shortJson(tree, size, note, keep, cutKeepingEnds)
}

const markOnOwnLine = (mark: string, keep: KeptEnd): string =>
  `${keep === 'tail' ? '' : '\n'}${mark}${keep === 'head' ? '' : '\n'}`
