import type { Event } from '../../ir/event.ts'
import { isObject, type JsonObject } from '../../ir/json.ts'
import type { Conversation, ImportOptions } from '../conversation.ts'
import { applyImportOptions } from '../imported.ts'
import type { Own } from '../neighbours.ts'
import { noInput } from '../no-input.ts'
import { objectOr, type Raw, stringOr } from '../read.ts'
import { type Apart, createConversation, inputOf, type Reader } from '../source.ts'
import { agentAuthor, mayBeSilent, readEvent } from './event.ts'
import { hiddenEvents } from './hidden.ts'

export type { ForeignKeys, KeysOf, MessageOf, Own } from '../neighbours.ts'

const format = 'adk'

/** Session of Google's Agent Development Kit, or a list of its events. */
export type ADKInput =
  | readonly object[]
  | { readonly events: readonly object[] }
  | { readonly events: readonly object[]; readonly [field: string]: unknown }

/** Returns the name of the agent that spoke last: it most likely answers next. */
function lastAgent(events: readonly unknown[]): string {
  const last = events.findLast(event => !['', 'user', 'system'].includes(stringOr(objectOr(event).author)))
  return agentAuthor(stringOr(objectOr(last).author))
}

/**
 * Reads a session of Google's Agent Development Kit, in any of its languages, or only its events. Each ADK event
 * becomes one event, with its agent, branch and state changes. Partial events, rewound events and the framework's
 * internal calls are skipped. No event makes the importer throw. The events are held by reference.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromADK } from 'ctxc/from/adk'
 *
 * const parts = [{ text: 'What is the weather in Paris?' }]
 * const conversation = fromADK({ id: 's1', events: [{ author: 'user', content: { role: 'user', parts } }] })
 * const { request } = await compile(conversation, { model: 'claude-sonnet-5', budget: 16_000 })
 */
export function fromADK<const Input extends ADKInput>(
  input: Input & Own<Input, 'adk'>,
  options: ImportOptions = {},
): Conversation<'adk'> {
  const stored: Raw = Array.isArray(input) ? { events: input } : objectOr(input)
  const { events, state } = stored
  if (!Array.isArray(events)) throw noInput('fromADK', 'a session with events, or a list of them', input)
  const root = Array.isArray(input) ? '' : '/events'
  const hidden = hiddenEvents(events)
  const reader: Reader = {
    event: (value, seq): Event => readEvent(value, seq, hidden.has(seq)),
    scan: () => false,
  }
  const apart = events.flatMap((value, place): Apart[] => {
    if (!hidden.has(place) && !mayBeSilent(value)) return []
    const event = readEvent(value, place, hidden.has(place))
    return event.parts.length > 0 ? [] : [{ at: `${root}/${place}`, value, held: event }]
  })
  const agent = { name: lastAgent(events), identity: false } as const
  return applyImportOptions(
    createConversation(
      format,
      agent,
      { messages: events, leading: 0, reader },
      { ...inputOf(input, stored, 'events'), apart },
      {
        id: stringOr(stored.id),
        state: isObject(state) ? (state as JsonObject) : {},
      },
    ),
    options,
  )
}
