import { assertResult } from '../compile/contract/assert-result.ts'
import type { Compiled } from '../compile/contract/result.ts'
import { requestWithoutCache as wholeRequest } from '../compile/contract/whole-of.ts'
import { editFacts } from '../ir/edit.ts'
import { eventOrigin, seqOfOrigin, wholeDeclarationOrigin } from '../ir/origin.ts'
import type { Part } from '../ir/part.ts'
import type { LedgerRow } from '../map/ledger.ts'
import type { Program } from '../program/program.ts'
import { oneLine } from '../text/columns.ts'
import { placeName } from './places.ts'
import { partText } from './preview.ts'
import { shownProgram } from './shown-program.ts'
import { stringAt } from './strings.ts'
import { reasonWords } from './words.ts'

/** Place of a text in a program, and its fate in the request. */
export interface FoundText {
  /** Origin as in the source map: `e:SEQ.PART` or `d:PATH`. */
  readonly origin: string
  /** Origin for people: `message[14]`, `instruction`. */
  readonly place: string
  /** Author of the message; null for a declaration. */
  readonly author: string | null
  /** The text with some words around it, on one line. */
  readonly excerpt: string
  /** `sent`; `changed` if its message was sent without the text; `dropped` if its message was not sent. */
  readonly fate: 'sent' | 'changed' | 'dropped'
  /** Reason why the text was changed or dropped; empty for `sent`. */
  readonly reason: string
  /** JSON pointers of the request's strings that contain the text. */
  readonly pointers: readonly string[]
}

/**
 * Finds each place of a text in a compiled program, and reports whether the request contains it, or why not. Upper and
 * lower case are equal. Tool arguments and results are searched as text; bytes of files are not searched.
 *
 * Pass the compiled program: without it, only the request is searched. Never throws.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { findText } from 'ctxc/explain'
 * import { fromOpenAI } from 'ctxc/from/openai'
 *
 * const conversation = fromOpenAI([{ role: 'user', content: 'I take seat 12A.' }])
 * const result = await compile(conversation, { model: 'gpt-5.4' })
 * for (const { place, fate, pointers } of findText('seat 12a', result, conversation)) console.log(place, fate, pointers)
 */
export function findText(text: string, result: Compiled<object>, program?: Program): readonly FoundText[] {
  assertResult(result, ['ledger', 'diagnostics'], 'findText')
  if (text.trim() === '') return []
  const search = new TextSearch(text)
  const given = shownProgram(result, program)
  const sent = sentPlaces(search, result)
  const found = given === undefined ? [] : messagesWithText(search, result, given, sent)
  const known = new Set(found.map(({ origin }) => origin))
  const others = [...sent].flatMap(([origin, { pointers, excerpt }]): FoundText[] => {
    if (known.has(origin)) return []
    const seq = seqOfOrigin(origin)
    const author = seq === null || given === undefined ? null : given.session.event(seq).author
    return [{ origin, place: placeName(origin, given), author, excerpt, fate: 'sent', reason: '', pointers }]
  })
  return [...others, ...found]
}

/** Maximum characters of an excerpt before and after the text. */
const around = 40

/** Search for a text. The text is also found in the spelling that it has inside a JSON string. */
class TextSearch {
  private readonly forms: readonly string[]

  constructor(text: string) {
    const plain = text.toLowerCase()
    this.forms = [...new Set([plain, JSON.stringify(plain).slice(1, -1)])]
  }

  /** Yields the places of the searched text in another text. */
  *placesIn(text: string): Generator<{ readonly start: number; readonly end: number }> {
    const lower = text.toLowerCase()
    for (const form of this.forms)
      for (let at = lower.indexOf(form); at >= 0; at = lower.indexOf(form, at + form.length))
        yield { start: at, end: at + form.length }
  }

  /** Returns the first occurrence of the searched text, with some text around it; null if there is none. */
  excerptOf(text: string): string | null {
    for (const place of this.placesIn(text)) return excerptAt(text, place)
    return null
  }
}

function excerptAt(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const [from, to] = [Math.max(0, start - around), Math.min(text.length, end + around)]
  return `${from > 0 ? '\u2026' : ''}${oneLine(text.slice(from, to))}${to < text.length ? '\u2026' : ''}`
}

/** Pattern of pointers to technical strings. These strings are not searched, but names and ids of calls are. */
const kinds = /\/(type|role|signature|media_type|status|model)$/

interface SentPlace {
  readonly pointers: string[]
  readonly excerpt: string
}

/** Returns the origins whose strings in the request contain the text, in the order of the request. */
function sentPlaces(search: TextSearch, result: Compiled<object>): ReadonlyMap<string, SentPlace> {
  const found = new Map<string, SentPlace>()
  const [request, map] = wholeRequest(result)
  for (const { pointer, segments } of map) {
    if (kinds.test(pointer)) continue
    const text = stringAt(request, pointer)
    for (const place of search.placesIn(text)) {
      const origin = wholeDeclarationOrigin(
        segments.find(segment => place.start < segment.end)?.origin ?? 'c:request',
      )
      const known = found.get(origin) ?? { pointers: [], excerpt: excerptAt(text, place) }
      if (known.pointers.at(-1) !== pointer) known.pointers.push(pointer)
      found.set(origin, known)
    }
  }
  return found
}

/** Returns the messages that contain the text, in the order of the session. */
function messagesWithText(
  search: TextSearch,
  { ledger, ok }: Compiled<object>,
  program: Program,
  sent: ReadonlyMap<string, SentPlace>,
): readonly FoundText[] {
  const { session } = program
  const { rows } = session.units
  return ledger.rows.flatMap(row =>
    Array.from({ length: row.to - row.from }, (_, index) => row.from + index).flatMap(ordinal =>
      rows.unit(ordinal).spans.flatMap(({ seq, from, to }) => {
        const { author, parts } = session.event(seq)
        return parts.slice(from, to).flatMap((part, index): FoundText[] => {
          const excerpt = search.excerptOf(searchedText(part))
          if (excerpt === null) return []
          const origin = eventOrigin(seq, from + index)
          const pointers = sent.get(origin)?.pointers ?? []
          return [
            {
              origin,
              place: placeName(origin, program),
              author,
              excerpt,
              pointers,
              ...textFate(row, pointers, ok),
            },
          ]
        })
      }),
    ),
  )
}

/** Returns the searched text of a part, including the name and the id of a call. */
const searchedText = (part: Part): string =>
  part.kind === 'tool-call' || part.kind === 'tool-result'
    ? `${part.name} ${part.id} ${partText(part)}`
    : partText(part)

function textFate(
  { fate, edits, reason }: LedgerRow,
  pointers: readonly string[],
  ok: boolean,
): Pick<FoundText, 'fate' | 'reason'> {
  if (pointers.length > 0) return { fate: 'sent', reason: '' }
  if (fate === 'kept')
    return {
      fate: 'changed',
      reason: edits.map(edit => editFacts[edit].words).join(', ') || 'written in another form',
    }
  return {
    fate: 'dropped',
    reason: ok || reason !== 'over-budget' ? reasonWords[reason] : 'no request was made',
  }
}
