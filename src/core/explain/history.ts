import type { Report, SentUnit } from '../compile/contract/result.ts'
import type { LedgerRow } from '../map/ledger.ts'
import type { Program } from '../program/program.ts'
import { firstIndex } from '../text/list.ts'
import type { DeclarationEntry, UnitEntry } from './explanation.ts'
import { placeName } from './places.ts'
import { messagesFrom, type Pointers } from './pointers.ts'
import { previewText } from './preview.ts'
import { shareOfRequest } from './price-of.ts'
import { messageSources, partOrigins, unitPreview } from './sources.ts'
import type { SentStrings } from './strings.ts'
import { reasonWords } from './words.ts'

/** Inputs for making the entries of the history. */
export interface HistoryInputs {
  readonly result: Report
  readonly program: Program | undefined
  readonly pointers: Pointers
  readonly sent: SentStrings
}

/** Returns entries for the units that were sent and for the messages that the compiler added, in request order. */
export function historyEntries(inputs: HistoryInputs): (UnitEntry | DeclarationEntry)[] {
  const { result } = inputs
  const rowOf = rowFinder(result.ledger.rows)
  const entries = result.units.map(unit => unitEntry(unit, rowOf(unit.unit.ordinal), inputs))
  const { messages } = result.tokens.sections
  const tokens = messages.estimate - entries.reduce((sum, entry) => sum + entry.tokens, 0)
  const max = messages.max - entries.reduce((sum, entry) => sum + (entry.max ?? 0), 0)
  const fillers = messagesFrom(result.cached?.map ?? result.map, 'c:filler').map((pointer, _index, all) =>
    fillerEntry(pointer, Math.round(tokens / all.length), Math.round(max / all.length), result),
  )
  const [first] = fillers
  // Only a filler that is the request's first message comes before the units; other fillers are listed after them.
  const leads = first?.pointer?.endsWith('/0') === true
  return leads ? [first, ...entries, ...fillers.slice(1)] : [...entries, ...fillers]
}

function fillerEntry(pointer: string, tokens: number, max: number, result: Report): DeclarationEntry {
  return {
    kind: 'declaration',
    name: 'filler message',
    tokens,
    max,
    before: 0,
    share: shareOfRequest(tokens, result),
    fate: 'kept',
    edits: [],
    reason: 'added by ctxc, because the target wants a user to speak there',
    pointer,
    sources: [{ origin: 'c:filler', place: placeName('c:filler'), author: null, tool: null, preview: null }],
  }
}

function unitEntry(
  { unit, tokens, calls, cached }: SentUnit,
  row: LedgerRow | undefined,
  { result, program, pointers, sent }: HistoryInputs,
): UnitEntry {
  const origins = [...partOrigins(unit)]
  return {
    kind: 'unit',
    id: unit.id,
    ordinal: unit.ordinal,
    role: unit.kind,
    calls: calls.map(name => result.names.toDeclared(name)),
    preview: program ? unitPreview(unit, program) : previewText(sent.words(origins)),
    tokens: tokens.estimate,
    max: tokens.max,
    before: tokens.estimate,
    share: shareOfRequest(tokens.estimate, result),
    fate: row?.fate ?? 'kept',
    edits: row?.edits ?? [],
    ...(cached && { cached }),
    reason: row ? reasonWords[row.reason] : '',
    pointer: pointers.firstObject(origins),
    sources: messageSources(unit, program),
  }
}

/** Returns a function that finds the ledger row of a unit. Rows are ranges of units, in order and without gaps. */
function rowFinder(rows: readonly LedgerRow[]): (ordinal: number) => LedgerRow | undefined {
  return ordinal => rows[firstIndex(rows.length, index => (rows[index] as LedgerRow).to > ordinal)]
}
