import { contextGivenUp } from '../../core/diag/live.ts'
import type { EngineState, Flying } from './state.ts'
import { type EngineWork, isCallSlot } from './work.ts'

/** Maximum number of attempts for a text that the server refuses. */
const mostRefusals = 3

/**
 * Counts refusals of texts. A text that the server refuses repeatedly is given up, because it would block everything
 * else.
 */
export function countRefusal(work: EngineWork, slots: Flying['slots'], reason: string): void {
  const refusals = { ...work.state.refusals }
  for (const [slot, told] of Object.entries(slots)) {
    if (told === null || isCallSlot(slot)) continue
    const count = refusals[slot]?.text === told.text ? (refusals[slot]?.count ?? 0) + 1 : 1
    refusals[slot] = { text: told.text, count }
    if (count === mostRefusals) work.report(contextGivenUp(slot, reason))
  }
  work.state.refusals = refusals
}

/** Whether the server refused a text so often that the engine no longer sends it. */
export const isGivenUp = ({ refusals }: Pick<EngineState, 'refusals'>, slot: string, text: string): boolean =>
  refusals[slot]?.text === text && (refusals[slot]?.count ?? 0) >= mostRefusals
