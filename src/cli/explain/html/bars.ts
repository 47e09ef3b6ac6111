import type { Explanation } from '../../../core/explain/explanation.ts'
import { formatCount, formatNumber, percent } from '../../../core/text/number.ts'
import { type BarPiece, barPieces } from './bar-pieces.ts'
import type { PageBlock } from './blocks.ts'
import { type Html, html } from './html.ts'

/** Renders the budget as a bar. The width of each block is its upper bound of tokens. */
export function budgetBar({ tokens, sections }: Explanation, blocks: readonly PageBlock[]): Html {
  const whole = Math.max(tokens.limit ?? 0, tokens.max)
  if (whole === 0) return html``
  // An entry has only an estimate, so it gets a part of its section's upper bound, in proportion to its estimate.
  const upperBoundOf = ({ entry, section }: PageBlock): number =>
    entry.max ?? (section.tokens > 0 ? (entry.tokens / section.tokens) * (section.max ?? 0) : 0)
  const pieces = blocks.map(block => ({
    size: upperBoundOf(block),
    look: `hue-${block.hue}`,
    to: block.id,
    title: block.title,
  }))
  const free = Math.max(0, tokens.free ?? 0)
  const parts = sections.filter(({ kind }) => kind !== 'omitted')
  const label = parts.map(({ title, max }) => `${title} ${formatNumber(max ?? 0)}`).join(', ')
  return html`<section class="panel">
<div class="panel-head"><h2>Budget</h2><p>Upper bound of the request, of ${tokens.limit === null ? 'no limit' : `${formatNumber(tokens.limit)} tokens`}</p></div>
<div class="bar" role="img" aria-label="Budget: ${label}, free ${formatNumber(free)}">${barPieces(pieces, whole)}</div>
<ul class="legend">${parts.map(({ kind, title, max }) => html`<li><i class="hue-${kind === 'history' ? 'model' : kind}"></i>${title} <b>${formatNumber(max ?? 0)}</b></li>`)}${tokens.free !== null && html`<li><i class="free"></i>Free <b>${formatNumber(free)}</b></li>`}</ul>
</section>`
}

/** Renders the whole history as a bar, in order: units that were sent and units that were dropped. */
export function timeline({ sections, units }: Explanation, blocks: readonly PageBlock[]): Html {
  const kept = blocks.flatMap(({ entry, hue, id, title }) =>
    entry.kind === 'unit'
      ? [{ at: entry.ordinal, size: entry.tokens, look: `hue-${hue}`, to: id, title }]
      : [],
  )
  const dropped = sections.flatMap(({ entries }) =>
    entries.flatMap((entry, index) =>
      entry.kind === 'omitted' && entry.before > 0
        ? [
            {
              at: entry.ranges[0]?.from ?? 0,
              size: entry.before,
              look: 'hatch',
              to: `dropped-${index}`,
              title: `${formatCount(entry.units, 'unit')} dropped`,
            },
          ]
        : [],
    ),
  )
  const all = [...kept, ...dropped].sort((left, right) => left.at - right.at)
  const sizeOf = (pieces: readonly BarPiece[]): number => pieces.reduce((sum, { size }) => sum + size, 0)
  const whole = sizeOf(all)
  if (dropped.length === 0 || whole === 0) return html``
  const sent = sizeOf(kept)
  const lost = formatNumber(whole - sent)
  return html`<section class="panel">
<div class="panel-head"><h2>History</h2><p>${formatNumber(units.sent)} of ${formatCount(units.all, 'unit')} sent, ${percent(sent / whole)} of about ${formatNumber(whole)} tokens; oldest first</p></div>
<div class="bar" role="img" aria-label="History, oldest first: ${formatNumber(sent)} tokens sent, ${lost} dropped">${barPieces(all, whole)}</div>
<ul class="legend"><li><i class="hue-user"></i>User</li><li><i class="hue-model"></i>Model, its calls and their results</li><li><i class="hatch"></i>Dropped <b>${lost}</b></li></ul>
</section>`
}
