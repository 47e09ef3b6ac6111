import type { Pending } from './pending.ts'
import { usableCarrier, type WantedSlot } from './wanted.ts'
import type { EngineWork } from './work.ts'

/**
 * Adds the new instruction to the pending context, if only a new connection could replace the instruction. Otherwise
 * the model would still follow the old instruction in its next answer.
 */
export function addInstructionAsContext({ engine, state }: EngineWork, pending: Pending): Pending {
  const instruction = pending.updates.find(({ kind }) => kind === 'instruction')
  if (instruction === undefined || usableCarrier(engine, 'instruction', state) !== 'reconnect') return pending
  const flying = Object.values(state.flying).some(({ slots }) => slots.interim?.text === instruction.text)
  if (flying || state.told.interim?.text === instruction.text) return pending
  const interim: WantedSlot = { ...instruction, id: 'interim', kind: 'context' }
  return { ...pending, contexts: [interim, ...pending.contexts] }
}
