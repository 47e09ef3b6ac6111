import type { Agent } from '../agent/agent.ts'
import type { Program } from '../compile/program.ts'
import type { FilePart } from '../ir/file.ts'
import type { Part } from '../ir/part.ts'
import type { Tag } from '../ir/tag.ts'
import type { TextPart } from '../ir/text.ts'
import { createSession } from '../session/create.ts'
import type { EventInput, EventRange } from '../session/event.ts'
import { escapeWords, tagsOf } from '../trust/tag.ts'
import type { MemoryChunk } from './chunk.ts'
import type { Told } from './told.ts'
import { partsOf, payloadOf, wordsOf } from './words.ts'

/** How a state is told. */
export interface Manner {
  /** Everything as words between tags; else what a provider has a form for in that form. */
  readonly words: boolean
  /** Whether tags name their chunk. */
  readonly ids: boolean
  /** Words that stand before everything. */
  readonly systemPrompt?: string | undefined
  /** Everything that references may name. */
  readonly chunks: ReadonlyMap<string, MemoryChunk>
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
    rendered ?? `${open}${escapeWords(wordsOf(partsOf(item.content, shape.told, manner.chunks)))}${close}`
  )
}

/** Names of tags that say no more than the role does. */
const plain = new Set(['user_message', 'assistant_response', 'user_intervention', 'parent_agent_message'])

/** What an item says, in the manner that is asked for. */
function partsOfTold(told: Told, { words, ids, chunks }: Manner): (TextPart | FilePart)[] {
  const { item, shape, rendered } = told
  if (rendered !== null) return [{ kind: 'text', text: rendered }]
  const parts = partsOf(item.content, shape.told, chunks)
  const tag = tagOf(told, ids)
  if (words) return [{ kind: 'text', text: wordsOf(parts), tag }]
  if (plain.has(shape.name)) return parts
  const files = parts.filter(part => part.kind === 'file')
  const text = wordsOf(parts.filter(part => part.kind === 'text'))
  const { open, close } = tagsOf(tag)
  return [{ kind: 'text', text: `${open}${escapeWords(text)}${close}` }, ...files]
}

function callPart(told: Told, { words, ids, chunks }: Manner): Part {
  const { item, shape } = told
  const { deed, told: fields } = shape
  const payload = payloadOf(item.content, fields)
  const parts = partsOf(item.content, fields, chunks)
  return {
    kind: 'tool-call',
    id: deed?.id ?? '',
    name: deed?.name ?? '',
    ...(words
      ? { arguments: wordsOf(parts), freeform: true as const, tag: tagOf(told, ids) }
      : { arguments: payload ?? wordsOf(parts) }),
  }
}

function resultPart(told: Told, { words, ids, chunks }: Manner): Part {
  const { item, shape } = told
  const parts = partsOf(item.content, shape.told, chunks)
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

/** A state as a program: leading system items as the instruction, the rest as events. */
export function write(told: readonly Told[], manner: Manner): Written {
  const begin = told.findIndex(({ shape }) => shape.role !== 'system')
  const leading = begin < 0 ? told : told.slice(0, begin)
  const events = begin < 0 ? [] : inPairs(told.slice(begin))
  const staticInstruction = leading.map(entry => ({ text: wordsOf(instruction(entry, manner)) }))
  const agent: Agent = {
    name: 'assistant',
    identity: false,
    staticInstruction: manner.systemPrompt
      ? [{ text: manner.systemPrompt }, ...staticInstruction]
      : staticInstruction,
  }
  const responses = responsesOf(events)
  const inputs = events.map((entry, index) => {
    const event = eventOf(entry, responses[index] ?? '', manner)
    const { covers } = entry.item
    return covers === null
      ? event
      : { ...event, response: '', actions: { compaction: { covers: rangesOf(events, covers) } } }
  })
  return { program: { agent, session: createSession({ events: inputs }) }, events, leading }
}

/** Where some chunks are among the events, and what those of them that are summaries stand for. */
function rangesOf(events: readonly Told[], ids: readonly string[]): EventRange[] {
  const summaries = new Map(events.map(({ item }) => [item.chunk.id, item.covers ?? []]))
  // Added to while it is gone through.
  const covered = new Set(ids)
  for (const id of covered) for (const inner of summaries.get(id) ?? []) covered.add(inner)
  const ranges: { from: number; to: number }[] = []
  for (const [seq, { item }] of events.entries()) {
    if (!covered.has(item.chunk.id)) continue
    const last = ranges.at(-1)
    if (last?.to === seq) last.to = seq + 1
    else ranges.push({ from: seq, to: seq + 1 })
  }
  return ranges
}

/** A system item as words between tags, whatever the manner: an instruction has no other form. */
const instruction = (entry: Told, manner: Manner): (TextPart | FilePart)[] =>
  partsOfTold(entry, { ...manner, words: false })

function eventOf(told: Told, response: string, manner: Manner): EventInput {
  const { item, shape } = told
  const tier = item.retention === 'CRITICAL' ? { tier: 'critical' as const } : {}
  const { deed } = shape
  if (told.rendered === null && deed?.kind === 'call')
    return { author: 'assistant', response, parts: [callPart(told, manner)], ...tier }
  if (told.rendered === null && deed?.kind === 'result') {
    if (told.answers) return { author: 'tool', parts: [resultPart(told, manner)], ...tier }
    // Its call is not there: what a tool said stands alone.
    return { author: 'user', trust: 'tool', parts: partsOfTold(told, manner), ...tier }
  }
  const parts = partsOfTold(told, manner)
  if (shape.role === 'assistant') return { author: 'assistant', response, parts, ...tier }
  return { author: shape.role === 'system' ? 'developer' : 'user', parts, ...tier }
}

/**
 * Items with each result behind its call: where it came, unless the agent said something else before. Calls are of one
 * answer where nothing came between them.
 */
function inPairs(told: readonly Told[]): Told[] {
  const events: Told[] = []
  let waiting: Told[] = []
  let isClosed = false
  const flush = (): void => {
    events.push(...waiting)
    waiting = []
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
      const index = waiting.findIndex(({ item }) => item === entry.item)
      if (index >= 0) events.push(...waiting.splice(index, 1))
      isClosed = true
      continue
    }
    // Another answer closes the one before.
    if (entry.shape.role === 'assistant' && (!isCall || isClosed)) flush()
    events.push(entry)
    if (!isCall) isClosed = true
    if (entry.result) waiting.push(entry.result)
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
