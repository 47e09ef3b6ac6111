import { placeName } from '../../../core/explain/places.ts'
import { partOrigins } from '../../../core/explain/sources.ts'
import { changeWords } from '../../../core/explain/words.ts'
import { seqOfOrigin } from '../../../core/ir/origin.ts'
import type { Program } from '../../../core/program/program.ts'
import { formatCount, formatNumber, percent } from '../../../core/text/number.ts'
import type { PageBlock } from './blocks.ts'
import { type Html, html } from './html.ts'
import { type SentIndex, sentString } from './sent.ts'
import { sourceCards, sourceId } from './source.ts'

/** Data that the page needs in addition to the explanation. */
export interface PageMaterial {
  readonly index: SentIndex
  readonly program: Program | undefined
  /** Maximum number of characters that the page shows of each text. */
  readonly longest: number
}

/** Renders a block as a row. The opened row shows the text as it was sent, and its input messages. */
export function blockRow(block: PageBlock, largest: number, material: PageMaterial): Html {
  const { id, hue, title, words, entry } = block
  const role = entry.kind === 'unit' ? entry.role : hue
  const edits = changeWords(entry).map(words => html`<span class="edit">${words}</span> `)
  const width = largest > 0 ? Math.max(1, (entry.tokens / largest) * 100) : 0
  return html`<details class="block hue-${hue}" id="${id}" data-hue="${hue}"><summary>
<span class="role">${role}</span> <span class="title">${title}</span> <span class="words">${edits}${words}</span> <code>${entry.pointer ?? ''}</code> <span class="weight"><i style="width:${width.toFixed(1)}%"></i></span> <span class="tokens">${formatNumber(entry.tokens)}<span class="unseen"> tokens</span></span>
</summary><div class="detail">${detail(block, material)}</div></details>`
}

function detail({ id, entry }: PageBlock, { index, program, longest }: PageMaterial): Html {
  const origins = new Set(entry.sources.map(({ origin }) => origin))
  const unit = entry.kind === 'unit' && program ? program.session.units.rows.unit(entry.ordinal) : null
  if (unit) for (const origin of partOrigins(unit)) origins.add(origin)
  const seqs = new Set(entry.sources.map(({ origin }) => seqOfOrigin(origin)))
  const anchor = (origin: string): string | null => {
    const seq = seqOfOrigin(origin)
    return program && seq !== null && seqs.has(seq) ? sourceId(id, origin) : null
  }
  const place = (origin: string): string => placeName(origin, program)
  const strings = index
    .stringsWithOrigins(origins)
    .filter(mapping => !origins.has('c:filler') || isWithin(mapping.pointer, entry.pointer ?? ''))
    .map(mapping => sentString(mapping, index.text(mapping), { place, anchor, longest }))
  const bound = entry.max === null ? '' : `, upper bound ${formatNumber(entry.max)}`
  const facts = html`<p class="facts">${formatCount(entry.tokens, 'token')}${bound}, ${percent(entry.share)} of the request. Why it was sent: ${entry.reason}.</p>`
  const cards =
    program && entry.kind === 'unit' ? sourceCards(id, entry.sources, origins, program, longest) : []
  const sent = html`<div class="side as-sent"><h5>As sent</h5>${strings.length > 0 ? strings : html`<p class="empty">no text of its own</p>`}</div>`
  if (cards.length === 0) return html`${facts}<div class="sides one">${sent}</div>`
  return html`${facts}<div class="sides">${sent}<div class="side"><h5>As it came in</h5>${cards}</div></div>`
}

const isWithin = (pointer: string, holder: string): boolean =>
  pointer === holder || pointer.startsWith(`${holder}/`)
