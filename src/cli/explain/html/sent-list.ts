import type { Explanation, OmittedEntry } from '../../../core/explain/explanation.ts'
import { largestOf } from '../../../core/text/list.ts'
import { formatCount } from '../../../core/text/number.ts'
import { blockRow, type PageMaterial } from './block.ts'
import type { PageBlock } from './blocks.ts'
import { type Html, html } from './html.ts'
import { renderLastItems } from './page-size.ts'
import { findHint } from './text.ts'

/** Renders all blocks that were sent, section by section, in request order. */
export function sentList(
  { sections }: Explanation,
  blocks: readonly PageBlock[],
  material: PageMaterial,
  most: number,
): Html {
  const largest = largestOf(
    blocks.map(({ entry }) => entry.tokens),
    0,
  )
  const runs = sections.flatMap(({ entries }) => entries.filter(entry => entry.kind === 'omitted'))
  const groups = sections
    .filter(({ kind }) => kind !== 'omitted')
    .map(section => {
      const own = blocks.filter(block => block.section === section)
      const lines = withGaps(own, runs)
      const rows = renderLastItems(lines, most, line =>
        'gap' in line ? gapRow(line) : blockRow(line, largest, material),
      )
      const missing = lines.slice(0, lines.length - rows.length).filter(line => !('gap' in line)).length
      return html`<div class="run"><div class="group"><h4>${section.title}</h4><code>${section.pointer ?? ''}</code><span>${formatCount(section.tokens, 'token')}</span></div>${missing > 0 && missingRow(missing)}${rows}</div>`
    })
  return html`<h3 id="sent">Sent, in order</h3><div class="list">${groups}</div>`
}

interface Gap {
  /** Number of dropped units in the gap. */
  readonly gap: number
  /** Index of the group of dropped units (run). */
  readonly run: number
}

/** Inserts a gap between sent blocks wherever units were dropped. */
function withGaps(blocks: readonly PageBlock[], runs: readonly OmittedEntry[]): readonly (PageBlock | Gap)[] {
  let next = 0
  return blocks.flatMap((block): (PageBlock | Gap)[] => {
    if (block.entry.kind !== 'unit') return [block]
    const { ordinal } = block.entry
    const [first, gap] = [next, ordinal - next]
    next = Math.max(next, ordinal + 1)
    if (gap <= 0) return [block]
    const run = runs.findIndex(({ ranges }) => ranges.some(({ from, to }) => from <= first && first < to))
    return [{ gap, run: Math.max(0, run) }, block]
  })
}

const gapRow = ({ gap, run }: Gap): Html =>
  html`<div class="gap"><a href="#dropped-${run}">${formatCount(gap, 'unit')} dropped here</a></div>`

const missingRow = (count: number): Html =>
  html`<p class="gap missing" data-missing="${count}">${formatCount(count, 'older unit')} sent, and not on this page. ${findHint}</p>`
