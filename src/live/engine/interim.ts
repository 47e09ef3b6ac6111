import type { Pending } from './pending.ts'
import { carrierOf, type WantedSlot } from './wanted.ts'
import type { EngineWork } from './work.ts'

/**
 * Returns the pending context plus a new instruction that only another connection can replace; otherwise the model
 * would answer by the old instruction.
 */
export function addInterimInstruction({ engine, state }: EngineWork, pending: Pending): Pending {
  const instruction = pending.updates.find(({ kind }) => kind === 'instruction')
  if (instruction === undefined || carrierOf(engine, 'instruction', state) !== 'reconnect') return pending
  const flying = Object.values(state.flying).some(({ slots }) => slots.interim?.text === instruction.text)
  if (flying || state.told.interim?.text === instruction.text) return pending
  const interim: WantedSlot = { ...instruction, id: 'interim', kind: 'context' }
  return { ...pending, contexts: [interim, ...pending.contexts] }
}
