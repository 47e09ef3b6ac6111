import { contextWaitCondition, updateWaitCondition, type Wait } from './gate.ts'
import { pendingChanges } from './pending.ts'
import type { EngineState } from './state.ts'
import { type EngineConfig, type WantedSlot, wantedSlots } from './wanted.ts'
import { EngineWork } from './work.ts'

/** Slot whose current text the model does not have yet, and the condition for sending it. */
export interface Waiting {
  readonly slot: string
  /** Text that the model should have; null if it should have none. */
  readonly text: string | null
  readonly for: Wait
}

/** Returns the slots whose texts wait to be sent, and the condition that each of them waits for. */
export function waitingSlots(engine: EngineConfig, state: EngineState): readonly Waiting[] {
  if (state.status === 'new' || state.status === 'ended') return []
  const work = new EngineWork(engine, state)
  const { updates, contexts, retracts } = pendingChanges(engine, state)
  const flying = new Map(Object.values(state.flying).flatMap(({ slots }) => Object.entries(slots)))
  const general: Wait | null = state.status === 'connecting' ? 'connection' : state.isWaiting ? 'retry' : null
  const waitingWithCondition = (slots: readonly WantedSlot[], wait: Wait | null): Waiting[] =>
    slots.map(({ id, text }) => ({ slot: id, text, for: general ?? wait ?? 'confirmation' }))
  const behind = wantedSlots(engine, state).filter(
    ({ id, text }) => flying.has(id) && flying.get(id)?.text !== text,
  )
  const context = contextWaitCondition(work, 'any')
  return [
    ...waitingWithCondition(updates, updateWaitCondition(work, 'any')),
    ...waitingWithCondition(contexts, context),
    ...waitingWithCondition(behind, 'confirmation'),
    ...retracts.map(slot => ({ slot, text: null, for: general ?? context ?? 'confirmation' })),
  ]
}
