import { noConnection } from '../../diag/live.ts'
import { historyOf } from './said.ts'
import { type EngineState, noTokens } from './state.ts'
import { isBrief, type Work } from './work.ts'

/** Number of attempts to connect before the conversation ends. */
const mostAttempts = 5

/** Milliseconds within which the server takes the setup. */
const setupTimeout = 15_000

/** Longest delay between two attempts, in milliseconds. */
const longestDelay = 5_000

/** Forgets everything that belongs to a connection. What the model held may be in the handle, but nobody knows. */
export function disconnected(work: Work): void {
  const { state } = work
  const flying = Object.values(state.flying).flatMap(({ slots }) =>
    Object.keys(slots).filter(slot => !isBrief(slot)),
  )
  state.ever = state.handle === null ? [] : [...new Set([...state.ever, ...flying])]
  const held = state.handle === null ? {} : (state.held ?? {})
  state.maybe = state.ever.filter(slot => !Object.hasOwn(held, slot))
  for (const { unsaid } of Object.values(state.flying))
    if (unsaid !== undefined) work.tellLate(unsaid.id, unsaid.text)
  state.told = held
  state.tokens = noTokens
  // Without a handle the next session knows nothing of what was said.
  state.history = state.handle === null ? historyOf(state.recent) : null
  state.flying = {}
  state.isAnswering = false
  state.isSpeaking = false
  state.isWaiting = false
  state.isGoingAway = false
  state.isResumable = false
  for (const [id, { value }] of Object.entries(state.calls)) if (value !== undefined) work.tellResultLate(id)
  state.calls = mapped(state.calls)
}

const mapped = (calls: EngineState['calls']): EngineState['calls'] =>
  Object.fromEntries(Object.entries(calls).map(([id, call]) => [id, { ...call, isCurrent: false }]))

/** Moves the conversation to another connection. */
export function reconnect(work: Work): void {
  disconnected(work)
  connect(work)
}

/** Opens a connection, or ends the conversation after too many attempts. */
export function connect(work: Work): void {
  const { state } = work
  if (state.attempts >= mostAttempts) {
    state.status = 'ended'
    work.report(noConnection(mostAttempts))
    work.effects.push({ type: 'close', reason: 'no connection' })
    return
  }
  const delay = state.attempts === 0 ? 0 : Math.min(longestDelay, 200 * 2 ** (state.attempts - 1))
  state.status = 'connecting'
  work.effects.push({ type: 'connect', handle: state.handle, delay })
  work.timer('setup', delay + setupTimeout)
}
