import { counted, grouped, percent } from '../../text/number.ts'
import type { Explanation } from '../explanation.ts'
import type { PageBlock } from './blocks.ts'
import { type Html, html } from './html.ts'

const width = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(3)}%`

/** Renders the budget as a bar: each block is as wide as its upper bound. */
export function budgetBar({ tokens, sections }: Explanation, blocks: readonly PageBlock[]): Html {
  const whole = Math.max(tokens.limit ?? 0, tokens.max)
  if (whole === 0) return html``
  // Declarations have only a likely size, so they share their section's bound in proportion to it.
  const bound = ({ entry, section }: PageBlock): number =>
    entry.max ?? (section.tokens > 0 ? (entry.tokens / section.tokens) * (section.max ?? 0) : 0)
  const segments = blocks.map(
    block =>
      html`<a class="hue-${block.hue}" href="#${block.id}" style="width:${width(bound(block), whole)}" title="${block.title}: up to ${grouped(bound(block))} tokens" tabindex="-1"></a>`,
  )
  const free = Math.max(0, tokens.free ?? 0)
  const parts = sections.filter(({ kind }) => kind !== 'omitted')
  const label = parts.map(({ title, max }) => `${title} ${grouped(max ?? 0)}`).join(', ')
  return html`<section class="panel">
<div class="panel-head"><h2>Budget</h2><p>What the request needs at the most, of ${tokens.limit === null ? 'no limit' : `${grouped(tokens.limit)} tokens`}</p></div>
<div class="bar" role="img" aria-label="${label}, free ${grouped(free)}">${segments}</div>
<ul class="legend">${parts.map(({ kind, title, max }) => html`<li><i class="hue-${kind === 'history' ? 'model' : kind}"></i>${title} <b>${grouped(max ?? 0)}</b></li>`)}${tokens.free !== null && html`<li><i class="free"></i>Free <b>${grouped(free)}</b></li>`}</ul>
</section>`
}

/** Renders the whole history in order: sent and dropped units. */
export function timeline({ sections, units }: Explanation, blocks: readonly PageBlock[]): Html {
  const kept = blocks.flatMap(({ entry, hue, id, title }) =>
    entry.kind === 'unit'
      ? [{ at: entry.ordinal, size: entry.tokens, hue: `hue-${hue}`, href: `#${id}`, title }]
      : [],
  )
  const gone = sections.flatMap(({ entries }) =>
    entries.flatMap((entry, index) =>
      entry.kind === 'omitted' && entry.before > 0
        ? [
            {
              at: entry.ranges[0]?.from ?? 0,
              size: entry.before,
              hue: 'gone',
              href: `#left-out-${index}`,
              title: `${counted(entry.units, 'unit')} dropped`,
            },
          ]
        : [],
    ),
  )
  const all = [...kept, ...gone].sort((left, right) => left.at - right.at)
  const whole = all.reduce((sum, { size }) => sum + size, 0)
  if (gone.length === 0 || whole === 0) return html``
  const sent = kept.reduce((sum, { size }) => sum + size, 0)
  return html`<section class="panel">
<div class="panel-head"><h2>History</h2><p>${grouped(units.sent)} of ${counted(units.all, 'unit')} sent, ${percent(sent / whole)} of about ${grouped(whole)} tokens; oldest first</p></div>
<div class="bar">${all.map(({ hue, href, size, title }) => html`<a class="${hue}" href="${href}" style="width:${width(size, whole)}" title="${title}: ${grouped(size)} tokens" tabindex="-1"></a>`)}</div>
<ul class="legend"><li><i class="hue-user"></i>User</li><li><i class="hue-model"></i>Model, its calls and their results</li><li><i class="gone"></i>Dropped <b>${grouped(whole - sent)}</b></li></ul>
</section>`
}
