import type { Event } from '../ir/event.ts'
import type { FormatName } from '../ir/extra.ts'
import { sendEventFacts } from '../session/events.ts'
import { Keys } from '../session/keys.ts'
import { Log } from '../session/log.ts'
import { Session } from '../session/session.ts'
import type { LogSource } from '../session/unit/sink.ts'
import type { Conversation, ImportOptions } from './conversation.ts'
import { importerName } from './importer.ts'
import { assertImportOptions } from './options.ts'
import { dropUntrusted } from './untrusted.ts'

/**
 * Applies the importer's options to a conversation: sets the session's id and the agent's name, and drops data that a
 * client must not send. `own` names the options that only this importer has.
 */
export function applyImportOptions<Format extends FormatName>(
  read: Conversation<Format>,
  options: ImportOptions,
  own: readonly string[] = [],
): Conversation<Format> {
  assertImportOptions(importerName(read.format), options, own)
  const { author, untrusted, id } = options
  if (author === undefined && untrusted !== true && id === undefined) return read
  const { session } = read
  const clean = untrusted ? dropUntrusted(read.agent, session) : null
  const agent = clean?.agent ?? read.agent
  const eventAt = (seq: number): Event => {
    const event = clean?.events[seq] ?? session.event(seq)
    return author !== undefined && event.author === agent.name ? { ...event, author } : event
  }
  const source: LogSource = {
    length: session.length,
    event: eventAt,
    scan: (index, sink) => sendEventFacts(eventAt(index), sink),
    unread: index => session.unreadAt(index),
  }
  const initial = clean ? {} : session.stateAt(0)
  const diagnostics = [...(read.diagnostics ?? []), ...(clean?.diagnostics ?? [])]
  return {
    ...read,
    agent: author === undefined ? agent : { ...agent, name: author },
    session: new Session(id ?? session.id, Keys.of(initial), Log.of(source)),
    ...(diagnostics.length > 0 && { diagnostics }),
  }
}
