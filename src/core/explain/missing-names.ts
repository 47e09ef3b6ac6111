import { assertResult } from '../compile/contract/assert-result.ts'
import type { Compiled } from '../compile/contract/result.ts'
import { requestWithoutCache as wholeRequest } from '../compile/contract/whole-of.ts'
import { writeHandle } from '../ir/handle.ts'
import { eventOrigin, type Origin } from '../ir/origin.ts'
import type { Part } from '../ir/part.ts'
import type { LedgerRow } from '../map/ledger.ts'
import type { Program } from '../program/program.ts'
import { identifiersIn, placeOfWords } from '../text/identifiers.ts'
import { placeName } from './places.ts'
import { partText } from './preview.ts'
import { shownProgram } from './shown-program.ts'
import { stringAt } from './strings.ts'

/** Identifier that the history has and the text of the request lacks. */
export interface MissingName {
  /** Path, address, name or number, in the spelling of its first occurrence. */
  readonly name: string
  /**
   * Handle of the text that has it, for `result.expand` and the expand tool; null for arguments of a call and for
   * content that a summary replaced.
   */
  readonly handle: string | null
  /** Place for people: `message[14]`. */
  readonly place: string
}

/**
 * Lists the identifiers of the history that the request's text lacks: paths, addresses, names of code, people and
 * places, and numbers of four or more digits. They were in content that was trimmed, compacted or summarized, also by
 * the provider: a sealed compaction counts as text without any. No model is asked, so an identifier that is only
 * paraphrased counts as missing. Content that the agent may not see is left out.
 *
 * Each identifier is listed once, with the handle of its first occurrence, so that the model can read around it with
 * the tool of `expandTool`. Reads the whole history, so call it when you need it, not for each request. Never throws
 * for content; without a request the list is empty.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { missingNames } from 'ctxc/explain'
 * import { fromOpenAI } from 'ctxc/from/openai'
 *
 * const first = { role: 'user', content: `The key is in vault_7/keys.json. ${'More words. '.repeat(200)}` }
 * const conversation = fromOpenAI([first, { role: 'assistant', content: 'Good.' }, { role: 'user', content: 'Go on.' }])
 * const result = await compile(conversation, { model: 'gpt-5.4', budget: 200 })
 * for (const { name, place } of missingNames(result, conversation)) console.log(name, place) // vault_7/keys.json message[0]
 */
export function missingNames(result: Compiled<object>, program: Program): readonly MissingName[] {
  assertResult(result, ['ledger', 'diagnostics'], 'missingNames')
  const [request, map] = wholeRequest(result)
  const given = shownProgram(result, program) as Program
  if (request === null) return []
  const text = map.map(({ pointer }) => stringAt(request, pointer)).join('\n')
  const lower = text.toLowerCase()
  const known = new Set(identifiersIn(text).map(name => name.toLowerCase()))
  const missing: MissingName[] = []
  for (const { text, handle, origin } of textsNotSentWhole(result, given))
    for (const name of identifiersIn(text)) {
      const key = name.toLowerCase()
      // A name that was found or missed once needs no second search.
      if (known.has(key)) continue
      known.add(key)
      if (placeOfWords(lower, key) < 0) missing.push({ name, handle, place: placeName(origin, given) })
    }
  return missing
}

/** Text of a unit that was not sent unchanged. */
interface UnsentText {
  readonly text: string
  readonly handle: string | null
  readonly origin: Origin
}

/** Whether all texts of a unit are sent. */
const isSentWhole = ({ fate, edits }: LedgerRow): boolean => fate === 'kept' && edits.length === 0

/**
 * Yields the texts of all units that the agent may see and that were not sent unchanged, in the order of the session.
 */
function* textsNotSentWhole(result: Compiled<object>, { session }: Program): Generator<UnsentText> {
  const { rows } = session.units
  for (const row of result.ledger.rows) {
    if (isSentWhole(row)) continue
    for (let ordinal = row.from; ordinal < row.to; ordinal++) {
      const texts = rows.unit(ordinal).spans.flatMap(({ seq, from, to }) =>
        session
          .event(seq)
          .parts.slice(from, to)
          .flatMap((part, at) => textsOfPart(part, seq, from + at)),
      )
      // Content that a summary replaced is not restored by a handle, because the summary may have hidden it.
      const isSummarized = row.reason === 'covered-by-summary' && !session.units.isForOthers(ordinal)
      const isVisible =
        row.fate === 'kept' || texts.some(({ handle }) => handle !== null && result.expand(handle).ok)
      if (isSummarized) yield* texts.map(text => ({ ...text, handle: null }))
      else if (isVisible) yield* texts
    }
  }
}

/** Returns the texts of a part, each with the handle that restores it. */
function textsOfPart(part: Part, seq: number, index: number): UnsentText[] {
  const origin = eventOrigin(seq, index)
  if (part.kind === 'reasoning' || part.kind === 'opaque') return []
  if (part.kind === 'tool-call') return [{ text: partText(part), handle: null, origin }]
  if (part.kind !== 'tool-result' || part.content.length === 1)
    return [{ text: partText(part), handle: writeHandle({ seq, part: index }), origin }]
  return part.content.map((piece, at) => ({
    text: partText(piece),
    handle: writeHandle({ seq, part: index, index: at }),
    origin,
  }))
}
