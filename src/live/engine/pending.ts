import { isRefusedTooOften } from './refusals.ts'
import type { EngineState } from './state.ts'
import { type EngineConfig, usableCarrier, type WantedSlot, wantedSlots } from './wanted.ts'
import { isCallSlot } from './work.ts'

/** Difference between the content that the model should have and the content that it is known to have. */
export interface Pending {
  readonly updates: readonly WantedSlot[]
  readonly contexts: readonly WantedSlot[]
  /** Slots whose text the model should no longer have, but has or may have. */
  readonly retracts: readonly string[]
}

/**
 * Returns the difference between the content that the model should have and the content that it has. Excludes slots
 * whose text was sent but not confirmed.
 */
export function pendingChanges(engine: EngineConfig, state: EngineState): Pending {
  const flying = new Set(Object.values(state.flying).flatMap(({ slots }) => Object.keys(slots)))
  const wanted = wantedSlots(engine, state)
  const open = wanted.filter(
    ({ id, text }) => state.told[id]?.text !== text && !flying.has(id) && !isRefusedTooOften(state, id, text),
  )
  const isReplaceable = ({ kind }: WantedSlot): boolean =>
    kind !== 'context' && usableCarrier(engine, kind, state) !== 'context'
  const ids = new Set(wanted.map(({ id }) => id))
  // An instruction that was sent as context counts until the real one is replaced, or until both are equal.
  const instruction = wanted.find(({ kind }) => kind === 'instruction')?.text
  const isNeeded = (id: string): boolean =>
    id === 'interim' &&
    usableCarrier(engine, 'instruction', state) === 'reconnect' &&
    (state.told.instruction?.text !== instruction || state.told.interim?.text === instruction)
  const held = [...new Set([...Object.keys(state.told), ...state.maybe])]
  return {
    updates: open.filter(isReplaceable),
    contexts: open.filter(({ kind }) => kind === 'context'),
    retracts: held.filter(id => !ids.has(id) && !flying.has(id) && !isNeverRevoked(id) && !isNeeded(id)),
  }
}

/** Whether a slot's text is never revoked: a later text replaces it explicitly, or it reported a single event. */
const isNeverRevoked = (id: string): boolean => past.has(id) || isCallSlot(id)

const past: ReadonlySet<string> = new Set(['instruction', 'tools', 'entry', 'history'])

export const hasNoChanges = ({ updates, contexts, retracts }: Pending): boolean =>
  updates.length + contexts.length + retracts.length === 0
