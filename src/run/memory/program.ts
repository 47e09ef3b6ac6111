import type { Agent } from '../../core/agent/agent.ts'
import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import { rendererFailed, unknownRoles } from '../../core/diag/memory.ts'
import type { EventInput } from '../../core/ir/event.ts'
import type { Program } from '../../core/program/program.ts'
import { numberedSource } from '../../core/session/events.ts'
import { Keys } from '../../core/session/keys.ts'
import { Log } from '../../core/session/log.ts'
import { Session } from '../../core/session/session.ts'
import { hashText } from '../../core/text/hash.ts'
import { toJson } from '../../core/text/json.ts'
import type { Item } from './item.ts'
import { orderResultsAfterCalls, responseNames, summaryRanges } from './order.ts'
import { isCritical, type ShownItem, shownResultsByCall } from './pair.ts'
import {
  hasFiles,
  itemAsCallParts,
  itemAsResultPart,
  itemAsTextParts,
  type StateForm,
  taggedText,
} from './parts.ts'
import { currentItems, limitSummariesToPresent } from './told.ts'

/** Program made from a memory state, with the item that each event was made from. */
export interface StateProgram {
  readonly program: Program<undefined>
  /** Items of the events, by seq. */
  readonly events: readonly ShownItem[]
  /** Items that are part of the instruction. */
  readonly leading: readonly ShownItem[]
}

/**
 * Converts the items of a state to a program. System items at the beginning become the instruction, all others become
 * events. The chunks that a summary replaces become events too, followed by the summary.
 *
 * The compiler might show other chunks than the state does: it never lets a summary replace the last input, and a
 * summary that is not selected replaces nothing. In this case, the replaced chunks are dropped, and the summaries
 * become ordinary text.
 */
export function writeState(
  told: readonly ShownItem[],
  chunkIds: readonly string[],
  manner: StateForm,
): StateProgram {
  const live = new Set(chunkIds)
  const isPlain = told.every(({ item }) => item.covers === null && live.has(item.chunk.id))
  const written = writeItems(limitSummariesToPresent(told), manner)
  return isPlain || showsState(written, live) ? written : writeItems(currentItems(told, chunkIds), manner)
}

/** Whether compiling a program without a limit would show exactly the state's chunks and all its summaries. */
function showsState({ program, events, leading }: StateProgram, live: ReadonlySet<string>): boolean {
  const isLive = ({ item }: ShownItem): boolean => live.has(item.chunk.id)
  const { rows } = program.session.units
  const shown = new Set(leading)
  for (let unit = 0; unit < rows.length; unit = rows.unitAfter(unit)) {
    if (rows.isHidden(unit)) continue
    for (const seq of rows.seqsOf(rows.covers.unitShownAt(unit))) shown.add(events[seq] as ShownItem)
  }
  const summaries = events.filter(entry => entry.item.covers !== null && isLive(entry))
  return [...shown].every(isLive) && summaries.every(entry => shown.has(entry))
}

function writeItems(told: readonly ShownItem[], manner: StateForm): StateProgram {
  const begin = told.findIndex(
    entry =>
      entry.shape.role !== 'system' ||
      (!manner.words && hasFiles(entry)) ||
      // If an author is given, the session may be the history of other agents too, so it contains all items.
      manner.author !== undefined,
  )
  const leading = begin < 0 ? told : told.slice(0, begin)
  const rest = begin < 0 ? [] : told.slice(begin)
  const links = shownResultsByCall(rest)
  const events = orderResultsAfterCalls(rest, links)
  const staticInstruction = leading.map(entry => ({ text: taggedText(entry, manner) }))
  const agent: Agent = {
    name: assistantAuthor(manner),
    identity: false,
    staticInstruction: manner.systemPrompt
      ? [{ text: manner.systemPrompt }, ...staticInstruction]
      : staticInstruction,
  }
  const responses = responseNames(events)
  const ranges = summaryRanges(events)
  const answers = new Set([...links.values()].map(({ item }) => item))
  const inputs = events.map((entry, index): EventInput => {
    const covers = ranges.get(entry.item.chunk.id)
    if (entry.item.covers !== null && covers)
      return { ...textEvent(entry, '', manner), actions: { compaction: { covers } } }
    return eventOfItem(entry, responses[index] ?? '', manner, { links, answers })
  })
  const source = numberedSource(inputs, index => hashEventContent(inputs[index] as EventInput))
  const session = new Session('', Keys.of({}), Log.of(source))
  return { program: { agent, session, diagnostics: chunkDiagnostics(events, leading) }, events, leading }
}

/** Returns the author of assistant chunks. */
const assistantAuthor = ({ author = 'assistant' }: StateForm): string => author

/** Returns the diagnostics about single chunks: unknown roles and failed renderers. */
function chunkDiagnostics(events: readonly ShownItem[], leading: readonly ShownItem[]): Diagnostic[] {
  const placed = [
    ...leading.map(entry => ({ entry, at: 'd:staticInstruction' })),
    ...events.map((entry, seq) => ({ entry, at: `e:${seq}` })),
  ]
  const roles = placed.flatMap(({ entry: { shape, item }, at }) =>
    shape.unknownRole === undefined ? [] : [{ id: item.id, role: shape.unknownRole, at }],
  )
  const failed = placed.flatMap(({ entry: { failed, item }, at }) =>
    failed === undefined ? [] : [{ id: item.id, why: failed, at }],
  )
  return [
    ...(roles.length > 0 ? [unknownRoles(roles)] : []),
    ...(failed.length > 0 ? [rendererFailed(failed)] : []),
  ]
}

/** Calls and results that are written in the provider's form instead of as text. */
interface Linked {
  readonly links: ReadonlyMap<Item, ShownItem>
  readonly answers: ReadonlySet<Item>
}

function eventOfItem(
  told: ShownItem,
  response: string,
  manner: StateForm,
  { links, answers }: Linked,
): EventInput {
  const { item, shape, pair } = told
  const { deed } = shape
  // A call whose result is not shown is written as text, because it would otherwise look pending.
  if (deed?.kind === 'call' && (pair === undefined || links.has(item)))
    return {
      author: assistantAuthor(manner),
      response,
      parts: itemAsCallParts(told, manner),
      ...criticalTier(told),
    }
  if (answers.has(item))
    return { author: 'tool', parts: [itemAsResultPart(told, manner)], ...criticalTier(told) }
  // A result without its call is sent as a user message with the trust of a tool.
  const words = textEvent(told, response, manner)
  return deed?.kind === 'result' ? { ...words, author: 'user', trust: 'tool' } : words
}

const criticalTier = (told: ShownItem): { readonly tier?: 'critical' } =>
  isCritical(told) ? { tier: 'critical' } : {}

function textEvent(told: ShownItem, response: string, manner: StateForm): EventInput {
  const said = { parts: itemAsTextParts(told, manner), ...criticalTier(told) }
  if (told.shape.role === 'assistant') return { author: assistantAuthor(manner), response, ...said }
  return { author: told.shape.role === 'system' ? 'developer' : 'user', ...said }
}

/**
 * Returns a hash of an event's content. The compiler compares it to detect chunks that were changed after a plan was
 * made, because such a plan is no longer valid. The hash excludes a call's status, which changes when the result
 * arrives.
 */
function hashEventContent({ author, tier, parts = [] }: EventInput): number {
  let hash = hashText(hashText(0, author), tier ?? '')
  const hashMoreText = (text: string): void => {
    hash = hashText(hash, text)
  }
  for (const part of parts) {
    if (part.kind === 'text') hashMoreText(part.text)
    else if (part.kind !== 'tool-call') hashMoreText(toJson(part))
    else if (typeof part.arguments === 'string') hashMoreText(part.arguments)
    else hashMoreText(toJson(part.arguments))
    const { status: _, ...attributes } = ('tag' in part && part.tag?.attributes) || {}
    hashMoreText(toJson(attributes))
  }
  return hash
}
