import { noConnection } from '../../core/diag/live.ts'
import {
  historyForNewSession,
  logSpokenTexts,
  stopAwaitingPlayback,
  stopAwaitingTranscripts,
} from './said.ts'
import { type EngineState, noTokens } from './state.ts'
import { type EngineWork, isCallSlot } from './work.ts'

/** Maximum number of failed attempts to connect, after which the conversation ends. */
const mostAttempts = 5

/** Milliseconds within which the server must accept the setup. */
const setupTimeout = 15_000

/** Longest delay between two attempts, in milliseconds. */
const longestDelay = 5_000

/**
 * Forgets the state of a connection. A session that is resumed may still have what the model had, but the engine cannot
 * know that.
 */
export function resetConnectionState(work: EngineWork): void {
  const { state } = work
  stopAwaitingTranscripts(work)
  logSpokenTexts(work)
  stopAwaitingPlayback(work)
  // An answer that was interrupted by the end of the connection must be requested again.
  if (state.isAnswering && work.engine.profile.hasTurns) state.speakDue = true
  const flying = Object.values(state.flying).flatMap(({ slots }) =>
    Object.keys(slots).filter(slot => !isCallSlot(slot)),
  )
  state.ever = state.handle === null ? [] : [...new Set([...state.ever, ...flying])]
  const held = state.handle === null ? {} : (state.held ?? {})
  state.maybe = state.ever.filter(slot => !Object.hasOwn(held, slot))
  for (const { unsaid } of Object.values(state.flying))
    if (unsaid !== undefined) sendToNextSession(work, unsaid)
  if (state.handle !== null && state.held !== null)
    for (const each of state.unheld) sendToNextSession(work, each)
  state.unheld = []
  state.refusals = {}
  state.told = held
  state.tokens = noTokens
  // A new session has no texts. A resumed session may lack the texts from before it first began.
  if (state.handle !== null) state.history = state.holdsHistory ? null : state.history
  else {
    state.history = historyForNewSession(work)
    state.late = Object.fromEntries(Object.entries(state.late).filter(([id]) => !id.startsWith('text-')))
  }
  state.flying = {}
  state.isAnswering = false
  state.isExpecting = false
  state.isSpeaking = false
  state.isWaiting = false
  state.isGoingAway = false
  state.isResumable = false
  for (const [id, { value }] of Object.entries(state.calls)) if (value !== undefined) work.addLateResult(id)
  state.calls = markCallsOld(state.calls)
}

/** Adds a user's text or a result to the context of the next session, and requests an answer. */
function sendToNextSession(
  work: EngineWork,
  { id, text }: { readonly id: string; readonly text: string },
): void {
  work.addLateContext(id, text)
  work.state.speakDue = true
}

const markCallsOld = (calls: EngineState['calls']): EngineState['calls'] =>
  Object.fromEntries(Object.entries(calls).map(([id, call]) => [id, { ...call, isCurrent: false }]))

/** Leaves the current connection, and opens a new one. */
export function moveToNewConnection(work: EngineWork): void {
  resetConnectionState(work)
  openConnection(work)
}

/** Opens a connection. Ends the conversation after too many failed attempts. */
export function openConnection(work: EngineWork): void {
  const { state } = work
  if (state.attempts >= mostAttempts) {
    state.status = 'ended'
    work.reportDiagnostic(noConnection(mostAttempts))
    work.effects.push({ type: 'close', reason: 'no connection' })
    return
  }
  const delay = state.attempts === 0 ? 0 : Math.min(longestDelay, 200 * 2 ** (state.attempts - 1))
  state.status = 'connecting'
  work.effects.push({ type: 'connect', handle: state.handle, delay })
  work.setTimer('setup', delay + setupTimeout)
}
