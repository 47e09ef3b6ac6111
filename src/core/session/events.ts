import { describe } from '../form/describe.ts'
import { Path } from '../form/path.ts'
import type { Actions, Event, EventInput } from '../ir/event.ts'
import { isObject } from '../ir/json.ts'
import { frozenJson } from '../text/json-value.ts'
import { assertEvent } from './assert-event.ts'
import { assertKnownFields } from './event-fields.ts'
import type { EventFlags, FactSink, LogSource } from './unit/sink.ts'
import { scanPart } from './unit/size.ts'
import { unreadFields } from './unread-fields.ts'

/**
 * Reads an event that comes from outside this package. Every error becomes a TypeError that names the event's position.
 */
export function readEventAt<Read>(at: string, input: unknown, read: () => Read): Read {
  if (!isObject(input))
    throw Path.named(at).wrong(`must be an object, got ${describe(input)}`, {
      help: Array.isArray(input) ? 'pass its events one by one, as in append(...events)' : null,
    })
  try {
    return read()
  } catch (error) {
    // A getter of the input may throw any value, and a part that contains itself also causes an error.
    const isOurs = error instanceof TypeError && error.message.startsWith(at)
    throw isOurs ? error : Path.named(at).wrong('cannot be read', { cause: error })
  }
}

/** Reads each field of a caller's input only once, so that the stored values are the values that were checked. */
function readInput(input: EventInput, place: number): EventInput {
  const at = `events[${place}]`
  return readEventAt(at, input, () => {
    const { author, text, parts, branch, response, id, actions } = input
    const { tier, trust, v, time, visibility, extra } = input
    const said = { author, text, parts, branch, response, id, actions }
    const read = { ...said, tier, trust, v, time, visibility, extra } as EventInput
    assertKnownFields(input, at)
    assertEvent(read, at)
    return read
  })
}

/** Returns the event for an input at a position of the session. */
export function toEvent(input: EventInput, seq: number): Event {
  const words = input.text === undefined ? [] : [{ kind: 'text', text: input.text } as const]
  const parts = Object.freeze([...words, ...(input.parts ?? [])])
  return Object.freeze({
    seq,
    author: input.author,
    branch: input.branch ?? '',
    response: input.response ?? '',
    parts,
    ...(input.id && { id: input.id }),
    ...(input.actions && { actions: input.actions }),
    ...(input.tier && { tier: input.tier }),
    ...(input.trust && { trust: input.trust }),
    ...(input.v !== undefined && { v: input.v }),
    ...(input.time !== undefined && { time: input.time }),
    ...(input.visibility && { visibility: input.visibility }),
    ...(input.extra && { extra: input.extra }),
  })
}

/** Events that a compile created and froze. A session recognizes these objects when the caller appends them. */
const sealed = new WeakSet<object>()

/** Returns frozen events. If the caller appends these objects, a session recognizes that it already has them. */
export function sealEvents(inputs: readonly EventInput[]): readonly EventInput[] {
  return inputs.map(input => {
    if (sealed.has(input)) return input
    const copy = frozenJson(input) as unknown as EventInput
    sealed.add(copy)
    return copy
  })
}

/** Returns a log source for events that the caller passes in the session's format. */
export function eventSource(inputs: readonly EventInput[], from: number): LogSource {
  const events = inputs.map((input, index) => toEvent(readInput(input, index), from + index))
  return {
    length: events.length,
    ...(inputs.every(input => sealed.has(input)) && { inputs: [...inputs] }),
    event: index => events[index] as Event,
    scan: (index, sink) => sendEventFacts(events[index] as Event, sink),
    unread: index =>
      unreadFields(inputs[index], events[index] as Event).map(at => `i:/events/${from + index}${at}`),
  }
}

/** Returns a log source for events that a runner made, including the runner's marks. */
export function runnerSource(inputs: readonly EventInput[], from: number): LogSource {
  const events = inputs.map((input, index) => toEvent(input, from + index))
  return {
    length: events.length,
    event: index => events[index] as Event,
    scan: (index, sink) => sendEventFacts(events[index] as Event, sink),
    unread: () => [],
  }
}

/** Returns a log source for events. Each event gets a number that distinguishes it from similar events. */
export function numberedSource(inputs: readonly EventInput[], markOf: (index: number) => number): LogSource {
  const source = eventSource(inputs, 0)
  return {
    ...source,
    scan(index, sink) {
      source.scan(index, sink)
      sink.mark(markOf(index))
    },
  }
}

/** Passes the facts about one event to a sink (receiver of facts). */
export function sendEventFacts(event: Omit<Event, 'seq'>, sink: FactSink): void {
  const { author, branch, response, parts, actions, tier } = event
  // Most events have neither actions nor a tier, so no object is created for them.
  const marks = actions === undefined && tier === undefined ? undefined : marksOf(actions ?? {}, tier)
  sink.event(author, branch, response, marks)
  for (const part of parts) scanPart(part, sink, marks?.compaction !== undefined)
  sink.end(actions !== undefined)
}

function marksOf(
  { compaction, rewind, effect, shown, state, run, declared, dropped }: Actions,
  tier: Event['tier'],
): EventFlags | undefined {
  const marks = [tier, compaction, rewind, effect, shown, state, run, declared, dropped]
  return marks.some(mark => mark !== undefined)
    ? { critical: tier === 'critical', compaction, rewind, effect, shown, state, run, declared, dropped }
    : undefined
}
