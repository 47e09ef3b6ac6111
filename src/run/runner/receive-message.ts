import type { EventInput } from '../../core/ir/event.ts'
import type { Session } from '../../core/session/session.ts'
import type { LiveSession } from './live-session.ts'
import { type AskedRun, hasSameWords, messageEvent, type ReceivedMessage } from './message.ts'
import { rewindEvents } from './rewind-events.ts'
import type { RunInput } from './runner.ts'
import { interruptedResults } from './tools/close-calls.ts'
import { runnerMark } from './turn-context.ts'

/** Effects of a message on earlier events of the session. */
interface Effects {
  readonly rewindTo?: RunInput['rewindTo'] | undefined
  readonly version?: RunInput['version'] | undefined
  readonly interrupt?: RunInput['interrupt'] | undefined
}

/**
 * Returns the events of a user's message: a rewind, results of the calls that the message closes, and the message
 * itself unless the session already has it. Throws a `MessageError` if the session has a different message with this
 * id.
 */
export function userMessageEvents(
  live: LiveSession,
  session: Session,
  received: ReceivedMessage,
  { interrupt, asked, ...effects }: Effects & { readonly asked: AskedRun },
): readonly EventInput[] {
  const rewindTo = effects.rewindTo ?? revisionToRewind(session, effects.version)
  const isRepeated =
    rewindTo !== undefined &&
    hasAlreadyReplaced(session, received, rewindTo) &&
    hasSameWords(live.messageFacts(session), received)
  const rewound = rewindTo === undefined || isRepeated ? [] : rewindEvents(session, rewindTo)
  const receiving = live.messageFacts(session, rewound)
  const message = messageEvent(receiving, received, asked)
  if (message === null) return rewound
  const closed = interruptedResults(receiving.session, receiving.steps, interrupt)
  return [...rewound, ...closed, ...received.context, message]
}

/** Returns the revision to which a session is rewound so that it continues a version; undefined if it is that version. */
const revisionToRewind = ({ units }: Session, version: number | undefined): number | undefined =>
  version !== undefined && units.rewinds.hasRewindAfter(version) ? version : undefined

/** Returns the event that asks to continue the run that a limit stopped, with other limits. */
export function requestToContinue(
  { units }: Session,
  limits: RunInput['limits'],
  generateId: () => string,
): EventInput {
  const last = units.runMarks.asks.at(-1)?.run.asked
  const { runId = generateId() } = last ?? {}
  return runnerMark({ asked: { ...last, runId, limits: { ...last?.limits, ...limits } } })
}

/**
 * Whether the message already replaced the events from `to` on. A repeated request must not rewind the message and its
 * answer.
 */
function hasAlreadyReplaced(session: Session, { id }: ReceivedMessage, to: number): boolean {
  const known = id === undefined ? undefined : session.units.runMarks.received.get(id)
  for (let at = (known ?? 0) - 1; at >= to; at--) {
    const { author, actions, visibility } = session.event(at)
    if (actions?.rewind !== undefined) return actions.rewind.to === to
    // Between the rewind and the message, only results of closed calls and texts of outsiders are allowed.
    if ((author === 'user' && visibility !== 'internal') || actions?.run?.answered !== undefined) return false
  }
  return false
}
