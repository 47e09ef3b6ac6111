import type { Source } from '../../../core/explain/explanation.ts'
import { partText } from '../../../core/explain/preview.ts'
import { seqOfOrigin } from '../../../core/ir/origin.ts'
import type { Part } from '../../../core/ir/part.ts'
import type { Program } from '../../../core/program/program.ts'
import { formatCount } from '../../../core/text/number.ts'
import { type Html, html } from './html.ts'
import { cutNote, shownText } from './text.ts'

/** Returns the id of the page card that shows an input message (origin) of a block. */
export const sourceId = (block: string, origin: string): string =>
  `${block}-from-${seqOfOrigin(origin) ?? 'x'}`

const kinds: Readonly<Record<Part['kind'], string>> = {
  text: 'text',
  reasoning: 'reasoning',
  'tool-call': 'calls',
  'tool-result': 'result',
  file: 'file',
  data: 'data',
  opaque: "provider's own item",
}

/** Renders the input messages of a unit: the message parts that belong to the unit, and the number of other parts. */
export function sourceCards(
  block: string,
  sources: readonly Source[],
  own: ReadonlySet<string>,
  program: Program,
  most: number,
): readonly Html[] {
  // Several origins of a unit may belong to one input message, which is shown once.
  const messages = new Map(sources.map(source => [seqOfOrigin(source.origin), source]))
  return [...messages].map(([seq, source]) =>
    seq === null ? html`` : sourceCard(block, seq, source, own, program, most),
  )
}

function sourceCard(
  block: string,
  seq: number,
  source: Source,
  own: ReadonlySet<string>,
  { session }: Program,
  most: number,
): Html {
  const { author, parts } = session.event(seq)
  const who = source.tool === null ? author : `${author} ${source.tool}`
  const prefix = `e:${seq}.`
  const mine = [...own]
    .filter(origin => origin.startsWith(prefix))
    .map(origin => Number(origin.slice(prefix.length)))
  const others = parts.length - mine.length
  const shown = mine.map(index => {
    const part = parts[index] as Part
    const name = part.kind === 'tool-call' ? ` ${part.name}` : ''
    const kind = `${kinds[part.kind]}${name}`
    const text = partText(part)
    return html`<figure data-origin="e:${seq}.${index}"><figcaption><span>${kind}</span><code>e:${seq}.${index}</code></figcaption><pre tabindex="0" role="group" aria-label="${source.place}, ${kind}">${shownText(text, most)}</pre>${cutNote(text, most)}</figure>`
  })
  return html`<article class="source" id="${sourceId(block, source.origin)}" tabindex="-1"><h6>${source.place} <span>${who}</span></h6>${shown.length > 0 ? shown : html`<p class="empty">no parts</p>`}${others > 0 && html`<p class="empty">and ${formatCount(others, 'part')} of other units</p>`}</article>`
}
