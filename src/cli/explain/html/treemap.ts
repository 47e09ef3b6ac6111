import { formatNumber, percent } from '../../../core/text/number.ts'
import type { PageBlock } from './blocks.ts'
import { type Html, html } from './html.ts'
import { squarify } from './squarify.ts'

/** Width and height of the treemap. */
const [wide, high] = [1000, 330]

/** Maximum number of tiles. Readers could not distinguish more, and the list shows all blocks. */
const most = 160

/**
 * Minimum width and height of a tile that is a link, in percent: 24 pixels if the map has its smallest size. Smaller
 * tiles are drawn without a link.
 */
const [leastWidth, leastHeight] = [4, 10]

/** Shortens a block's title for a small tile: `message[3]` becomes `[3]`. */
const shortTitle = (title: string): string => title.replace(/^(message|item)(?=\[)/, '')

/** Renders the sent blocks as tiles sized by tokens. A tile is a link if the page contains its block. */
export function treemap(blocks: readonly PageBlock[], onPage: (id: string) => boolean): Html {
  const sorted = blocks
    .filter(({ entry }) => entry.tokens > 0)
    .sort((left, right) => right.entry.tokens - left.entry.tokens)
    .slice(0, most)
  if (sorted.length === 0) return html``
  const tiles = squarify(
    sorted.map(({ entry }) => entry.tokens),
    wide,
    high,
  )
  const placed = sorted.map(({ id, hue, title, words, entry }, index) => {
    const { left, top, width, height } = tiles[index] as (typeof tiles)[number]
    const style = `left:${left.toFixed(3)}%;top:${top.toFixed(3)}%;width:${width.toFixed(3)}%;height:${height.toFixed(3)}%`
    const size = `${formatNumber(entry.tokens)} tokens, ${percent(entry.share)}`
    const look = html`<span class="hue-${hue}"><b>${shortTitle(title)}</b> <em>${formatNumber(entry.tokens)}<span class="unseen"> tokens</span></em> <small>${words}</small></span>`
    const isLink = width >= leastWidth && height >= leastHeight && onPage(id)
    // The visible text is the link's accessible name, so that users of speech input can say it.
    return isLink
      ? html`<a class="tile" href="#${id}" style="${style}" title="${title}: ${size}">${look}</a>`
      : html`<div class="tile" data-to="${id}" style="${style}" title="${title}: ${size}">${look}</div>`
  })
  return html`<section class="panel map">
<div class="panel-head"><h2>What was sent, by size</h2><p>Pick a tile to read it</p></div>
<div class="treemap">${placed}</div>
</section>`
}
