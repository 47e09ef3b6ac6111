import { formatNumber } from '../../../core/text/number.ts'
import { type Html, html } from './html.ts'

/** First half of a surrogate pair, at the end of a text. */
const halfPair = /[\ud800-\udbff]$/

/** Returns the beginning of a text, with at most the number of characters that a page shows. */
export const shownText = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(halfPair, '')

/** Returns a note that the page shows only the beginning of a text; an empty text if the page shows all of it. */
export const cutNote = (text: string, most: number): Html =>
  text.length <= most
    ? html``
    : html`<p class="empty">The first ${formatNumber(most)} of ${formatNumber(text.length)} characters. ${findHint}</p>`

/** Hint that tells how to find a text that the page does not show. */
export const findHint = html`<code>ctxc explain FILE --find TEXT</code> searches everything.`
