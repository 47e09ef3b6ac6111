import type { Diagnostic } from '../diag/diagnostic.ts'
import type { FormatName } from '../ir/format-name.ts'
import type { Event } from '../session/event.ts'
import { scanEvent } from '../session/events.ts'
import { Log } from '../session/log.ts'
import { Session } from '../session/session.ts'
import type { Source } from '../session/sink.ts'
import { initialKeys } from '../session/state.ts'
import type { Conversation, ImportOptions } from './conversation.ts'
import { importerOf } from './importer.ts'
import { assertImportOptions } from './options.ts'
import { cleaned } from './untrusted.ts'

/** What only one importer has to say of a conversation. */
export interface Imported {
  /** Names of the options that no other importer has. */
  readonly options?: readonly string[]
  /** What it found in the request. */
  readonly diagnostics?: readonly Diagnostic[]
}

/** A conversation as its options want it: the agent's name on its answers, and nothing that a client must not bring. */
export function imported<Format extends FormatName>(
  read: Conversation<Format>,
  options: ImportOptions,
  { options: own = [], diagnostics: found = [] }: Imported = {},
): Conversation<Format> {
  assertImportOptions(importerOf(read.format), options, own)
  const { author, untrusted } = options
  const said = [...(read.diagnostics ?? []), ...found]
  if (author === undefined && untrusted !== true)
    return found.length === 0 ? read : { ...read, diagnostics: said }
  const { session } = read
  const clean = untrusted ? cleaned(read.agent, session) : null
  const agent = clean?.agent ?? read.agent
  const eventAt = (seq: number): Event => {
    const event = clean?.events[seq] ?? session.event(seq)
    return author !== undefined && event.author === agent.name ? { ...event, author } : event
  }
  const source: Source = {
    length: session.length,
    event: eventAt,
    scan: (index, sink) => scanEvent(eventAt(index), sink),
  }
  const initial = clean ? {} : session.stateAt(0)
  const diagnostics = [...said, ...(clean?.diagnostics ?? [])]
  return {
    ...read,
    agent: author === undefined ? agent : { ...agent, name: author },
    session: new Session(session.id, initialKeys(initial), Log.of(source)),
    ...(diagnostics.length > 0 && { diagnostics }),
  }
}
