import type { Agent } from '../agent/agent.ts'
import type { Program } from '../compile/program.ts'
import type { FilePart } from '../ir/file.ts'
import type { Part } from '../ir/part.ts'
import type { Tag } from '../ir/tag.ts'
import type { TextPart } from '../ir/text.ts'
import { createSession } from '../session/create.ts'
import type { EventInput, EventRange } from '../session/event.ts'
import { escapeWords, tagsOf } from '../trust/tag.ts'
import type { MemoryState } from './chunk.ts'
import type { Item } from './item.ts'
import { coveringIn, paired, settled, type Told } from './told.ts'
import { partsOf, payloadOf, wordsOf } from './words.ts'

/** How a state is told. */
export interface Manner {
  /** Everything as words between tags; else what a provider has a form for in that form. */
  readonly words: boolean
  /** Whether tags name their chunk. */
  readonly ids: boolean
  /** Words that stand before everything. */
  readonly systemPrompt?: string | undefined
  /** What references may name, and what of it is shown. */
  readonly state: Pick<MemoryState, 'chunkIds' | 'chunks'>
}

/** A program made of a state, and which item each of its events is. */
export interface Written {
  readonly program: Program<undefined>
  /** By seq. */
  readonly events: readonly Told[]
  /** Those that are part of the instruction. */
  readonly leading: readonly Told[]
}

/** The tag of an item. */
function tagOf({ item, shape, outcome }: Told, ids: boolean): Tag {
  const { status } = shape.attributes
  const given = {
    ...(ids && { id: item.id }),
    ...shape.attributes,
    // What came of it is known better than when it was written.
    ...(shape.deed?.kind === 'call' && { status: outcome ?? status ?? 'pending' }),
  }
  const attributes = Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return { name: shape.name, attributes }
}

/** An item as it is written between its tags. */
export function textOf(told: Told, manner: Manner): string {
  const { open, close } = tagsOf(tagOf(told, manner.ids))
  const { item, shape, rendered } = told
  return (
    rendered ??
    `${open}${escapeWords(wordsOf(partsOf(item.content, shape.told, manner.state.chunks)))}${close}`
  )
}

/** Names of tags that say no more than the role does. */
const plain = new Set(['user_message', 'assistant_response', 'user_intervention', 'parent_agent_message'])

/** What an item says, in the manner that is asked for. */
function partsOfTold(told: Told, { words, ids, state }: Manner): (TextPart | FilePart)[] {
  const { item, shape, rendered } = told
  if (rendered !== null) return [{ kind: 'text', text: rendered }]
  const parts = partsOf(item.content, shape.told, state.chunks)
  const tag = tagOf(told, ids)
  if (words) return [{ kind: 'text', text: wordsOf(parts), tag }]
  if (plain.has(shape.name)) return parts
  const files = parts.filter(part => part.kind === 'file')
  const text = wordsOf(parts.filter(part => part.kind === 'text'))
  const { open, close } = tagsOf(tag)
  return [{ kind: 'text', text: `${open}${escapeWords(text)}${close}` }, ...files]
}

function callPart(told: Told, { words, ids, state }: Manner): Part {
  const { item, shape } = told
  const { deed, told: fields } = shape
  const payload = payloadOf(item.content, fields)
  const parts = partsOf(item.content, fields, state.chunks)
  return {
    kind: 'tool-call',
    id: deed?.id ?? '',
    name: deed?.name ?? '',
    ...(words
      ? { arguments: wordsOf(parts), freeform: true as const, tag: tagOf(told, ids) }
      : { arguments: payload ?? wordsOf(parts) }),
  }
}

function resultPart(told: Told, { words, ids, state }: Manner): Part {
  const { item, shape } = told
  const parts = partsOf(item.content, shape.told, state.chunks)
  const failed = shape.deed?.kind === 'result' && shape.deed.failed
  return {
    kind: 'tool-result',
    id: shape.deed?.id ?? '',
    ...(shape.deed?.name && { name: shape.deed.name }),
    content: words ? [{ kind: 'text', text: wordsOf(parts) }] : parts,
    ...(failed && { isError: true }),
    ...(words && { tag: tagOf(told, ids) }),
  }
}

/**
 * Items of a state as a program: leading system items as the instruction, the rest as events. What summaries stand for
 * goes along, with the summaries behind it, unless the compiler would not show what the state does: the last thing that
 * was said is told by no summary, and one that was not asked for tells nothing.
 */
export function write(told: readonly Told[], manner: Manner): Written {
  const { chunkIds } = manner.state
  const live = new Set(chunkIds)
  const isPlain = told.every(({ item }) => item.covers === null && live.has(item.chunk.id))
  const written = writeAll(paired(told), manner)
  return isPlain || showsState(written, live) ? written : writeAll(paired(settled(told, chunkIds)), manner)
}

/** Whether what would be shown, if there is room, are the state's own chunks and all its summaries. */
function showsState({ program, events, leading }: Written, live: ReadonlySet<string>): boolean {
  const isLive = ({ item }: Told): boolean => live.has(item.chunk.id)
  const { rows } = program.session.units
  const shown = new Set(leading)
  for (let unit = 0; unit < rows.length; unit = rows.after(unit)) {
    if (rows.isHidden(unit)) continue
    for (const { seq } of rows.unit(rows.covers.sourceOf(unit)).spans) shown.add(events[seq] as Told)
  }
  const summaries = events.filter(entry => entry.item.covers !== null && isLive(entry))
  return [...shown].every(isLive) && summaries.every(entry => shown.has(entry))
}

function writeAll(told: readonly Told[], manner: Manner): Written {
  const begin = told.findIndex(
    entry => entry.shape.role !== 'system' || (!manner.words && hasFiles(entry, manner)),
  )
  const leading = begin < 0 ? told : told.slice(0, begin)
  const events = begin < 0 ? [] : inPairs(told.slice(begin))
  const staticInstruction = leading.map(entry => ({ text: textOf(entry, manner) }))
  const agent: Agent = {
    name: 'assistant',
    identity: false,
    staticInstruction: manner.systemPrompt
      ? [{ text: manner.systemPrompt }, ...staticInstruction]
      : staticInstruction,
  }
  const responses = responsesOf(events)
  const rangesOf = rangesIn(events)
  const inputs = events.map((entry, index) => {
    const covers = entry.item.covers === null ? [] : rangesOf(entry.item.covers)
    // Where nothing is left of what it stands for, a summary is a chunk like any other.
    if (covers.length === 0) return eventOf(entry, responses[index] ?? '', manner)
    return { ...wordsEvent(entry, '', manner), actions: { compaction: { covers } } }
  })
  return { program: { agent, session: createSession({ events: inputs }) }, events, leading }
}

/** Where some chunks are among the events, and what those of them that are summaries stand for. */
function rangesIn(events: readonly Told[]): (ids: readonly string[]) => EventRange[] {
  const coveredBy = coveringIn(events)
  const places = new Map<string, number[]>()
  for (const [seq, { item }] of events.entries()) {
    const known = places.get(item.chunk.id)
    if (known) known.push(seq)
    else places.set(item.chunk.id, [seq])
  }
  return ids => {
    const seqs = [...coveredBy(ids)].flatMap(id => places.get(id) ?? []).sort((a, b) => a - b)
    const ranges: { from: number; to: number }[] = []
    for (const seq of seqs) {
      const last = ranges.at(-1)
      if (last?.to === seq) last.to = seq + 1
      else ranges.push({ from: seq, to: seq + 1 })
    }
    return ranges
  }
}

/** Whether an item is more than words: an instruction is words alone. */
const hasFiles = ({ item, shape }: Told, { state }: Manner): boolean =>
  partsOf(item.content, shape.told, state.chunks).some(({ kind }) => kind === 'file')

function eventOf(told: Told, response: string, manner: Manner): EventInput {
  const { deed } = told.shape
  if (told.rendered !== null || deed === undefined) return wordsEvent(told, response, manner)
  if (deed.kind === 'call')
    return { author: 'assistant', response, parts: [callPart(told, manner)], ...tierOf(told) }
  if (told.answers) return { author: 'tool', parts: [resultPart(told, manner)], ...tierOf(told) }
  // Its call is not there: what a tool said stands alone.
  return { ...wordsEvent(told, response, manner), author: 'user', trust: 'tool' }
}

const tierOf = ({ item }: Told): { readonly tier?: 'critical' } =>
  item.retention === 'CRITICAL' ? { tier: 'critical' } : {}

function wordsEvent(told: Told, response: string, manner: Manner): EventInput {
  const said = { parts: partsOfTold(told, manner), ...tierOf(told) }
  if (told.shape.role === 'assistant') return { author: 'assistant', response, ...said }
  return { author: told.shape.role === 'system' ? 'developer' : 'user', ...said }
}

/**
 * Items with each result behind its call: where it came, unless the agent said something else before. Calls are of one
 * answer where nothing came between them.
 */
function inPairs(told: readonly Told[]): Told[] {
  const events: Told[] = []
  const waiting = new Map<Item, Told>()
  let isClosed = false
  const flush = (): void => {
    for (const entry of waiting.values()) events.push(entry)
    waiting.clear()
    isClosed = false
  }
  for (const entry of told) {
    // A summary says nothing of its own: it is no answer.
    if (entry.item.covers !== null) {
      events.push(entry)
      continue
    }
    const isCall = entry.shape.deed?.kind === 'call'
    if (entry.answers) {
      if (waiting.delete(entry.item)) events.push(entry)
      isClosed = true
      continue
    }
    // Another answer closes the one before.
    if (entry.shape.role === 'assistant' && (!isCall || isClosed)) flush()
    events.push(entry)
    if (!isCall) isClosed = true
    if (entry.result) waiting.set(entry.result.item, entry.result)
  }
  flush()
  return events
}

/** The response that each item is part of: calls that were made at once share one. */
function responsesOf(told: readonly Told[]): string[] {
  let response = ''
  return told.map(({ item, shape }, index) => {
    const goesOn = shape.deed?.kind === 'call' && told[index - 1]?.shape.deed?.kind === 'call'
    if (!goesOn) response = item.id
    return shape.role === 'assistant' ? response : ''
  })
}
