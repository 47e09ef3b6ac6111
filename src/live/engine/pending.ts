import { isGivenUp } from './refusals.ts'
import type { EngineState } from './state.ts'
import { carrierOf, type EngineConfig, type WantedSlot, wantedSlots } from './wanted.ts'
import { isCallSlot } from './work.ts'

/** Difference between the content that the model should hold and the content that it is known to hold. */
export interface Pending {
  readonly updates: readonly WantedSlot[]
  readonly contexts: readonly WantedSlot[]
  /** Slots that the model must not hold, but holds or may hold. */
  readonly retracts: readonly string[]
}

/**
 * Returns the difference between the content that the model should hold and the content it holds. Slots in flight wait.
 */
export function pendingChanges(engine: EngineConfig, state: EngineState): Pending {
  const flying = new Set(Object.values(state.flying).flatMap(({ slots }) => Object.keys(slots)))
  const wanted = wantedSlots(engine, state)
  const open = wanted.filter(
    ({ id, text }) => state.told[id]?.text !== text && !flying.has(id) && !isGivenUp(state, id, text),
  )
  const isReplaceable = ({ kind }: WantedSlot): boolean =>
    kind !== 'context' && carrierOf(engine, kind, state) !== 'context'
  const ids = new Set(wanted.map(({ id }) => id))
  // An instruction inside a result applies until the instruction itself is replaced, or until both are equal.
  const instruction = wanted.find(({ kind }) => kind === 'instruction')?.text
  const isNeeded = (id: string): boolean =>
    id === 'interim' &&
    carrierOf(engine, 'instruction', state) === 'reconnect' &&
    (state.told.instruction?.text !== instruction || state.told.interim?.text === instruction)
  const held = [...new Set([...Object.keys(state.told), ...state.maybe])]
  return {
    updates: open.filter(isReplaceable),
    contexts: open.filter(({ kind }) => kind === 'context'),
    retracts: held.filter(id => !ids.has(id) && !flying.has(id) && !isNeverRevoked(id) && !isNeeded(id)),
  }
}

/** Whether a slot is never revoked: its replacement says that it replaces it, or the slot was a one-time event. */
const isNeverRevoked = (id: string): boolean => past.has(id) || isCallSlot(id)

const past: ReadonlySet<string> = new Set(['instruction', 'tools', 'entry', 'history'])

export const isNothing = ({ updates, contexts, retracts }: Pending): boolean =>
  updates.length + contexts.length + retracts.length === 0
