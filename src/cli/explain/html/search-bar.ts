import type { PageBlock } from './blocks.ts'
import { type Html, html } from './html.ts'

/** Renders the heading of the messages with their search. Its controls are hidden until the script runs. */
export function searchBar(hues: readonly PageBlock['hue'][]): Html {
  const chips = [...new Set(hues)].map(
    hue =>
      html`<button type="button" class="hue-${hue}" data-hue="${hue}" aria-pressed="true">${hue}</button>`,
  )
  return html`<div class="toolbar"><h2>Every message</h2><div class="controls" role="search" hidden><span id="found" role="status"></span>${chips}<label>Search <input id="filter" type="search" placeholder="sent and dropped"></label></div><noscript><p class="empty">Rows open without JavaScript, and the browser finds texts in them; the page's own search needs JavaScript.</p></noscript></div>`
}
