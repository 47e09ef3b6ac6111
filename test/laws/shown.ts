import type { Edit } from '../../src/core/ir/edit.ts'
import type { Part } from '../../src/core/ir/part.ts'
import type { Unit } from '../../src/core/ir/unit.ts'
import { isTooDeep } from '../../src/core/text/depth.ts'
import { wordMark } from '../../src/core/trust/fence.ts'
import type { Outcome } from './case.ts'
import { clean, innerTexts, leavesOf, parsed } from './law.ts'

/** A text that a unit must show wherever it is kept. */
interface Text {
  /** Kind of the text. `value`: JSON without a string in it, which the request may hold unchanged. */
  readonly what: string
  readonly text: string
}

/** Outcome of a unit, and the texts that show it in a request. */
export interface Fate {
  readonly unit: Unit
  readonly fate: string
  readonly reason: string
  readonly edits: readonly string[]
  readonly texts: readonly Text[]
  found(text: Text): boolean
}

/** Whether an edit of a policy shows less of a unit than there is: the law's own reading of each edit. */
const showsLess: Readonly<Record<Edit, boolean>> = {
  compacted: true,
  truncated: true,
  projected: true,
  deduplicated: true,
  outdated: true,
  quoted: false,
  rendered: false,
  rewritten: false,
  redacted: false,
  fenced: false,
  attributed: false,
  repaired: false,
  reduced: false,
  'reasoning-omitted': false,
  'fields-omitted': false,
}

/** Whether less of a unit is shown than there is, since a policy asked for that. */
export const isShaped = (edits: readonly string[]): boolean => edits.some(edit => showsLess[edit as Edit])

/** The words of a part that every target can show. */
export function textsOf(part: Part): Text[] {
  if (part.kind === 'text') return [{ what: 'text', text: part.text }]
  // Data that is nested too deeply for the stack is only named.
  if (part.kind === 'data' && isTooDeep(part.value)) return []
  if (part.kind === 'data') {
    // Sent as text, or unchanged in an item of the provider's own: the strings in it show either way.
    const strings = leavesOf(part.value).map(({ text }) => ({ what: 'data', text }))
    return strings.length > 0 ? strings : [{ what: 'value', text: JSON.stringify(part.value) }]
  }
  if (part.kind === 'file' && part.source.type === 'text')
    return [{ what: 'document', text: part.source.text }]
  if (part.kind === 'tool-result') return part.content.flatMap(textsOf)
  if (part.kind !== 'tool-call') return []
  const { arguments: given } = part
  const value = part.freeform ? undefined : parsed(given)
  if (typeof given === 'string' && value === undefined)
    return given === '' ? [] : [{ what: 'arguments', text: given }]
  return leavesOf(value === undefined ? given : value).map(({ text }) => ({ what: 'arguments', text }))
}

/** The fate of every unit of an outcome. */
export function fatesOf({ conversation, result }: Outcome): Fate[] {
  const { session } = conversation
  const { rows } = session.units
  // Words from outside may be marked, with a sign that is no part of them.
  const unmarked = (text: string): string => text.replaceAll(wordMark, '')
  const leaves = leavesOf(result.request).map(({ text }) => unmarked(text))
  // A user's words that look like a fence are sent with one sign escaped.
  const plain = (text: string): string => unmarked(text).replace(/&lt;(?=\/?context:)/gi, '<')
  const words = plain(leaves.join('\u0001'))
  let inner: string | undefined
  // A string of several parts is split, because JSON may be placed within tags.
  const stretches = (): string[] => {
    const texts = new Map(leavesOf(result.request).map(leaf => [leaf.pointer, leaf.text]))
    return result.map.flatMap(({ pointer, segments }) => {
      if (segments.length < 2) return []
      const pieces = segments.map(({ start, end, origin }) =>
        origin === 'c:join' || origin === 'c:fence'
          ? '\u0001'
          : (texts.get(pointer)?.slice(start, end) ?? ''),
      )
      return plain(pieces.join('')).split('\u0001')
    })
  }
  let whole: string | undefined
  const found = (item: Text): boolean => {
    const text = plain(clean(item.text))
    // In JSON within other text, signs are escaped.
    if (words.includes(text) || words.includes(plain(clean(JSON.stringify(item.text).slice(1, -1)))))
      return true
    inner ??= plain(clean([...leaves, ...stretches()].flatMap(leaf => innerTexts(leaf)).join('\u0001')))
    if (inner.includes(text)) return true
    // A request may hold data unchanged, and then numbers are in no string.
    whole ??= unmarked(JSON.stringify(result.request))
    return whole.includes(unmarked(clean(item.text)))
  }
  return result.ledger.rows.flatMap(({ from, to, fate, reason, edits }) =>
    Array.from({ length: to - from }, (_, index): Fate => {
      const unit = rows.unit(from + index)
      const texts = unit.spans
        .flatMap(({ seq, from: first, to: end }) => session.event(seq).parts.slice(first, end))
        .flatMap(textsOf)
        .filter(({ text }) => text.trim() !== '')
      return { unit, fate, reason, edits, texts, found }
    }),
  )
}
