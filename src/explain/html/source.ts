import type { Part } from '../../ir/part.ts'
import type { Program } from '../../program/program.ts'
import { counted } from '../../text/number.ts'
import type { Source } from '../explanation.ts'
import { seqOf } from '../places.ts'
import { partText } from '../preview.ts'
import { type Html, html } from './html.ts'

/** Returns the id of a source's card within a block. */
export const sourceId = (block: string, origin: string): string => `${block}-from-${seqOf(origin) ?? 'x'}`

const kinds: Readonly<Record<Part['kind'], string>> = {
  text: 'text',
  reasoning: 'reasoning',
  'tool-call': 'calls',
  'tool-result': 'result',
  file: 'file',
  data: 'data',
  opaque: "provider's own item",
}

/** Renders an input message: the parts that belong to the unit, and the number of other parts. */
export function sourceCard(
  block: string,
  source: Source,
  own: ReadonlySet<string>,
  { session }: Program,
): Html {
  const seq = seqOf(source.origin)
  if (seq === null) return html``
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
    return html`<figure data-origin="e:${seq}.${index}"><figcaption><span>${kinds[part.kind]}${name}</span><code>e:${seq}.${index}</code></figcaption><pre tabindex="0"><span>${partText(part)}</span></pre></figure>`
  })
  return html`<article class="source" id="${sourceId(block, source.origin)}" tabindex="-1"><h4>${source.place} <span>${who}</span></h4>${shown.length > 0 ? shown : html`<p class="empty">no parts</p>`}${others > 0 && html`<p class="empty">and ${counted(others, 'part')} of other units</p>`}</article>`
}
