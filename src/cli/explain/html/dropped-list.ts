import type { Explanation, OmittedEntry } from '../../../core/explain/explanation.ts'
import { rangeOf } from '../../../core/explain/range.ts'
import { messageSources, partOrigins, unitPreview } from '../../../core/explain/sources.ts'
import { callWords } from '../../../core/explain/words.ts'
import type { Program } from '../../../core/program/program.ts'
import { formatCount, formatNumber } from '../../../core/text/number.ts'
import { hueOfRole } from './blocks.ts'
import { type Html, html } from './html.ts'
import { type PageSize, renderLastItems } from './page-size.ts'
import { sourceCards } from './source.ts'
import { findHint } from './text.ts'

/** Conversation unit that was dropped from the request. */
interface Dropped {
  readonly ordinal: number
  /** Index of the group of consecutive dropped units (run) that contains the unit. */
  readonly run: number
}

/** Renders the texts of the dropped units, group by group. Of a long history, only the newest units are rendered. */
export function droppedList({ sections }: Explanation, program: Program | undefined, size: PageSize): Html {
  const runs = sections.flatMap(({ entries }) => entries.filter(entry => entry.kind === 'omitted'))
  if (runs.length === 0) return html``
  if (program === undefined)
    return html`<h3 id="dropped">Dropped</h3><p class="empty">Pass the program to see the texts.</p>`
  const units = runs.flatMap(({ ranges }, run) =>
    ranges.flatMap(({ from, to }) =>
      Array.from({ length: to - from }, (_, index): Dropped => ({ ordinal: from + index, run })),
    ),
  )
  units.sort((left, right) => left.ordinal - right.ordinal)
  const rates = runs.map(run => tokensPerCharacter(run, program))
  const rows = renderLastItems(units, size.dropped, ({ ordinal, run }) =>
    droppedRow(ordinal, runs[run] as OmittedEntry, rates[run] as number, program, size.text),
  )
  const shown = units.slice(units.length - rows.length)
  const rowsOf = runs.map((): Html[] => [])
  for (const [index, { run }] of shown.entries()) rowsOf[run]?.push(rows[index] as Html)
  const groups = runs.map((run, index) => {
    const own = rowsOf[index] as Html[]
    const missing = run.units - own.length
    return html`<div class="run"><div class="group" id="dropped-${index}" tabindex="-1"><h4>${formatCount(run.units, 'unit')}</h4><span>${describeFate(run)}</span></div>${missing > 0 && html`<p class="gap missing" data-missing="${missing}">${missing === run.units ? formatCount(missing, 'unit') : formatCount(missing, 'older unit')} not on this page. ${findHint}</p>`}${own}</div>`
  })
  return html`<h3 id="dropped">Dropped, in order</h3><div class="list">${groups}</div>`
}

/**
 * Describes the fate of a group of dropped units, and the reason. If a summary replaces the units, the reason names it.
 */
const describeFate = ({ fate, reason }: OmittedEntry): string =>
  fate === 'covered' ? reason : `dropped: ${reason}`

/** Renders a link to the summary that replaces a unit; an empty text if there is none. */
function summaryLink(ordinal: number, { session }: Program): Html {
  const { rows } = session.units
  const seq = rows.seqOf(ordinal)
  const [, by] =
    rows.covers
      .places()
      .find(([, summary]) =>
        rows.covers.compactionOf(summary)?.covers.some(({ from, to }) => from <= seq && seq < to),
      ) ?? []
  return by === undefined || by === ordinal ? html`` : html` <a href="#${rows.idOf(by)}">Read the summary</a>`
}

/** Returns the tokens per character of a group of dropped units, to estimate units whose tokens were not counted. */
function tokensPerCharacter({ ranges, before }: OmittedEntry, { session }: Program): number {
  let characters = 0
  for (const { from, to } of ranges)
    for (let ordinal = from; ordinal < to; ordinal++) characters += session.units.rows.sizeOf(ordinal)
  return before / Math.max(1, characters)
}

function droppedRow(
  ordinal: number,
  run: OmittedEntry,
  rate: number,
  program: Program,
  longest: number,
): Html {
  const { rows } = program.session.units
  const unit = rows.unit(ordinal)
  const sources = messageSources(unit, program)
  const calls = callWords(unit.calls.map(index => rows.call(index).name))
  const words = [calls, unitPreview(unit, program)].filter(text => text !== '').join(' \u00b7 ')
  const hue = hueOfRole(unit.kind)
  const size = Math.ceil(unit.size * rate)
  const cards = sourceCards(unit.id, sources, new Set(partOrigins(unit)), program, longest)
  return html`<details class="block dropped hue-${hue}" id="${unit.id}" data-hue="${hue}"><summary>
<span class="role">${unit.kind}</span> <span class="title">${rangeOf(sources)}</span> <span class="words"><span class="edit">${describeFate(run)}</span> ${words}</span> <span class="tokens">${formatNumber(size)}<span class="unseen"> tokens</span></span>
</summary><div class="detail"><p class="facts">About ${formatCount(size, 'token')}, ${describeFate(run)}.${run.fate === 'covered' && summaryLink(ordinal, program)}</p><div class="side"><h5>As it came in</h5>${cards}</div></div></details>`
}
