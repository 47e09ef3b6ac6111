import { grouped } from '../../../text/number.ts'
import { JsonTree } from '../../json/tree.ts'
import { shortJson } from '../compact/json.ts'
import { type Keep, keptEnds } from './kept-ends.ts'
import { largestForm } from './largest.ts'

/** Limits on what is kept of a text. */
export interface TruncateOptions {
  /** The most tokens, what says that something was cut out included. */
  readonly tokens: number
  /** Its beginning, its end, or half at each. */
  readonly keep: Keep
}

/** Most texts have more characters to a token than this. */
const charactersPerToken = 2

const markOf = (cut: number): string => `[… ${grouped(cut)} characters cut …]`

/**
 * A text cut to so many tokens, as `count` counts them: at lines or words where one is near, never inside a sign, with a
 * mark in the place of what is gone. JSON becomes JSON of the same type, with fewer elements and shorter strings. Empty where
 * not even the mark fits. Null where the whole text does. `count` is asked a number of times that grows with the logarithm
 * of the text.
 */
export function truncateText(
  text: string,
  { tokens, keep }: TruncateOptions,
  count: (text: string) => number,
): string | null {
  const fits = (form: string): boolean => count(form) <= tokens
  if (fits(text)) return null
  const begin = Math.floor(tokens * charactersPerToken)
  const tree = JsonTree.of(text)
  const formOf =
    tree !== null && (tree.isContainer(0) || tree.sign(0) === '"')
      ? jsonForm(tree, keep)
      : (size: number) => keptEnds(text, size, keep, cut => setOff(markOf(cut), keep))
  const form = largestForm(text.length, begin, formOf, fits)
  if (form !== null) return form
  const least = tree === null ? markOf(text.length) : JSON.stringify(markOf(text.length))
  return fits(least) ? least : ''
}

/** JSON in so many characters: all of it, if only its blanks have to go. */
function jsonForm(tree: JsonTree, keep: Keep): (size: number) => string | null {
  const cut = (said: string, most: number): string =>
    said.length <= most ? said : keptEnds(said, most, keep, () => '…')
  const whole = shortJson(tree, tree.text.length, '', keep, cut)
  const note = `[… cut from ${grouped(tree.text.length)} characters …]`
  return size => (whole !== null && whole.length <= size ? whole : shortJson(tree, size, note, keep, cut))
}

const setOff = (mark: string, keep: Keep): string =>
  `${keep === 'tail' ? '' : '\n'}${mark}${keep === 'head' ? '' : '\n'}`
