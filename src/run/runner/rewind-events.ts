import type { EventInput } from '../../core/ir/event.ts'
import { runnerSource } from '../../core/session/events.ts'
import type { Session } from '../../core/session/session.ts'
import { resultsForMovedCalls } from './tools/close-moved-calls.ts'

const wasRewound = 'the session was rewound to before its result'

/** Returns the events that rewind a session to before an event, and close the calls that are open after that. */
export function rewindEvents(session: Session, to: number): readonly EventInput[] {
  if (!(Number.isSafeInteger(to) && to >= 0 && to < session.length))
    throw new RangeError(`no event ${to} in a session of ${session.length}`)
  const rewind: EventInput = { author: 'developer', parts: [], actions: { rewind: { to } } }
  const rewound = session.extend(runnerSource([rewind], session.length))
  return [rewind, ...resultsForMovedCalls(rewound, wasRewound)]
}
