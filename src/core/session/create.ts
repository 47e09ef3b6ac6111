import { check } from '../form/check.ts'
import { acceptAnyValue, assertOptionsAlone, type OptionsForm, readOptions } from '../form/options.ts'
import type { EventInput } from '../ir/event.ts'
import type { JsonObject } from '../ir/json.ts'
import { assertValues } from './assert-event.ts'
import { eventSource } from './events.ts'
import { Keys } from './keys.ts'
import { Log } from './log.ts'
import { Session } from './session.ts'

/** Initial content of a session. */
export interface SessionOptions {
  /** Id of the session, chosen by the caller; empty if omitted. */
  readonly id?: string
  readonly events?: readonly EventInput[]
  /** Keys and values of the state before the first event. */
  readonly state?: JsonObject
}

/**
 * Returns a session: an immutable log of events, and the state that results from them.
 *
 * Throws a TypeError for malformed options and malformed events, such as an event without an author, a part of an
 * unknown kind, or an unknown field. The content of parts never causes an error. `restoreSession` reads a stored
 * session.
 *
 * @example
 * import { createSession } from 'ctxc'
 *
 * const session = createSession({ events: [{ author: 'user', text: 'Hello' }] })
 * const longer = session.append({ author: 'agent', text: 'Hi, how can I help?' })
 * console.log(session.length, longer.length) // 1 2
 */
export function createSession(options: SessionOptions = {}, ...others: readonly never[]): Session {
  assertOptionsAlone(others, 'createSession')
  const { id = '', events = [], state = {} } = readOptions(form, options, 'createSession')
  return new Session(id, Keys.of(state), Log.of(eventSource(events, 0)))
}

const form: OptionsForm<SessionOptions> = {
  takes: {
    id: acceptAnyValue,
    events: check('a list', Array.isArray),
    state: (value, at) => assertValues(value, String(at)),
  },
  such: '{ events: […] }',
  advice: { messages: 'to read messages of a provider, use an importer such as fromOpenAI' },
}
