import { formatNumber } from '../../../core/text/number.ts'
import { type Html, html } from './html.ts'

/** Half of a surrogate pair at the end of a text. */
const halfPair = /[\ud800-\udbff]$/

/** Returns the beginning of a text, up to the length that a page shows. */
export const shownText = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(halfPair, '')

/** Returns a note that a page shows only the beginning of a text; empty if it shows all of the text. */
export const cutNote = (text: string, most: number): Html =>
  text.length <= most
    ? html``
    : html`<p class="empty">The first ${formatNumber(most)} of ${formatNumber(text.length)} characters. ${findHint}</p>`

/** Hint on how to find a text that is not on the page. */
export const findHint = html`<code>ctxc explain FILE --find TEXT</code> searches everything.`
