import type { Agent } from '../agent/agent.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import { nothingRead } from '../diag/importing.ts'
import type { FormatName } from '../ir/format-name.ts'
import type { JsonObject } from '../ir/json.ts'
import type { Event } from '../session/event.ts'
import { scanEvent } from '../session/events.ts'
import { Log } from '../session/log.ts'
import { Session } from '../session/session.ts'
import type { Sink, Source } from '../session/sink.ts'
import { initialKeys } from '../session/state.ts'
import type { Conversation } from './conversation.ts'
import { isForeign } from './foreign.ts'
import { importerFor, importerForMessage, importerOf } from './importer.ts'
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
  const own = withForeign(format, reader)
  const log = Log.of(messageSource(messages, leading, own))
  const diagnostics = unreadOf(format, messages, leading, own)
  return {
    agent,
    session: new Session(id, initialKeys(state), log),
    format,
    leading,
    ...(diagnostics.length > 0 && { diagnostics }),
  }
}

/** How many messages a list begins with that are system text, and this format's. */
export function leadingOf(
  format: FormatName,
  messages: readonly unknown[],
  isSystem: (message: unknown) => boolean,
): number {
  const end = messages.findIndex(message => !isSystem(message) || isForeign(format, message))
  return end < 0 ? messages.length : end
}

/** A reader that keeps messages of other formats as data: to read a half of one loses the rest. */
const withForeign = (format: FormatName, reader: Reader): Reader => ({
  event: (message, seq) => (isForeign(format, message) ? unplaced(message, seq) : reader.event(message, seq)),
  scan: (message, sink) => !isForeign(format, message) && reader.scan(message, sink),
})

/** An error where messages hold something and none could be read; the first one that can be read ends the search. */
function unreadOf(
  format: FormatName,
  messages: readonly unknown[],
  leading: number,
  reader: Reader,
): readonly Diagnostic[] {
  const unread: string[] = []
  for (let place = leading; place < messages.length; place++) {
    const { parts, trust } = reader.event(messages[place], place - leading)
    if (trust === 'external') unread.push(`e:${place - leading}`)
    else if (parts.length > 0) return []
  }
  if (unread.length === 0) return []
  const used = importerOf(format)
  const meant = importerFor(messages)
  // An importer of their form reads none of them where it knows no role among them.
  const isHelp = meant !== used && messages.some(message => importerForMessage(message) === meant)
  return [nothingRead(unread, used, isHelp ? meant : null)]
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
