import { isGivenUp } from './refusals.ts'
import type { EngineState } from './state.ts'
import { carrierOf, type EngineConfig, type WantedSlot, wantedSlots } from './wanted.ts'
import { isBrief } from './work.ts'

/** Difference between what the model should hold and what it is known to hold. */
export interface Pending {
  readonly updates: readonly WantedSlot[]
  readonly contexts: readonly WantedSlot[]
  /** Slots that the model holds, or may hold, and should not. */
  readonly retracts: readonly string[]
}

/** Returns the difference of what the model should hold and what it is known to hold; slots in flight wait. */
export function pendingIn(engine: EngineConfig, state: EngineState): Pending {
  const flying = new Set(Object.values(state.flying).flatMap(({ slots }) => Object.keys(slots)))
  const wanted = wantedSlots(engine, state)
  const open = wanted.filter(
    ({ id, text }) => state.told[id]?.text !== text && !flying.has(id) && !isGivenUp(state, id, text),
  )
  const isReplaceable = ({ kind }: WantedSlot): boolean =>
    kind !== 'context' && carrierOf(engine, kind, state) !== 'context'
  const ids = new Set(wanted.map(({ id }) => id))
  // An instruction inside a result holds until the instruction itself is replaced, or until it is the same.
  const instruction = wanted.find(({ kind }) => kind === 'instruction')?.text
  const isNeeded = (id: string): boolean =>
    id === 'interim' &&
    carrierOf(engine, 'instruction', state) === 'reconnect' &&
    (state.told.instruction?.text !== instruction || state.told.interim?.text === instruction)
  const held = [...new Set([...Object.keys(state.told), ...state.maybe])]
  return {
    updates: open.filter(isReplaceable),
    contexts: open.filter(({ kind }) => kind === 'context'),
    retracts: held.filter(id => !ids.has(id) && !flying.has(id) && !isPast(id) && !isNeeded(id)),
  }
}

/** Whether a slot is never taken back: what replaces it says so, or it was an event. */
const isPast = (id: string): boolean => past.has(id) || isBrief(id)

const past: ReadonlySet<string> = new Set(['instruction', 'tools', 'entry', 'history'])

export const isNothing = ({ updates, contexts, retracts }: Pending): boolean =>
  updates.length + contexts.length + retracts.length === 0
