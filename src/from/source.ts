import type { Agent } from '../agent/agent.ts'
import type { FormatName } from '../ir/format-name.ts'
import type { JsonObject } from '../ir/json.ts'
import type { Event } from '../session/event.ts'
import { scanEvent } from '../session/events.ts'
import { Log } from '../session/log.ts'
import { Session } from '../session/session.ts'
import type { Sink, Source } from '../session/sink.ts'
import { initialKeys } from '../session/state.ts'
import type { Conversation } from './conversation.ts'
import { json } from './read.ts'

/** Reads one format's messages: what an event holds, with or without making it. */
export interface Reader {
  /** The event that a message is. */
  event(message: unknown, seq: number): Event
  /** The same parts in the same order, told to a sink; false where only `event` can tell. */
  scan(message: unknown, sink: Sink): boolean
}

/** A stretch of log over messages held by reference. */
function messageSource(messages: readonly unknown[], from: number, reader: Reader): Source {
  return {
    length: messages.length - from,
    event: (index, seq) => reader.event(messages[from + index], seq),
    scan(index, sink) {
      const message = messages[from + index]
      if (!reader.scan(message, sink)) scanEvent(reader.event(message, index), sink)
    },
  }
}

/** A conversation over messages held by reference, the first `leading` of which became the instruction. */
export function conversation<Format extends FormatName>(
  format: Format,
  agent: Agent,
  messages: readonly unknown[],
  leading: number,
  reader: Reader,
  { id, state }: { readonly id: string; readonly state: JsonObject } = { id: '', state: {} },
): Conversation<Format> {
  const log = Log.of(messageSource(messages, leading, reader))
  return { agent, session: new Session(id, initialKeys(state), log), format, leading }
}

/** A message of nobody in particular: kept as data, and trusted by nobody. */
export const unplaced = (value: unknown, seq: number): Event => ({
  seq,
  author: 'tool',
  trust: 'external',
  branch: '',
  response: '',
  parts: [{ kind: 'data', value: json(value) }],
})
