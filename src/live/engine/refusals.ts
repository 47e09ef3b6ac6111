import { contextGivenUp } from '../../core/diag/live.ts'
import type { EngineState, Flying } from './state.ts'
import { type EngineWork, isBrief } from './work.ts'

/** Number of times that a text is tried which the server refuses. */
const mostRefusals = 3

/** Counts refusals of texts. One that is refused again and again is given up, or it would hold back everything else. */
export function countRefusal(work: EngineWork, slots: Flying['slots'], reason: string): void {
  const refusals = { ...work.state.refusals }
  for (const [slot, told] of Object.entries(slots)) {
    if (told === null || isBrief(slot)) continue
    const count = refusals[slot]?.text === told.text ? (refusals[slot]?.count ?? 0) + 1 : 1
    refusals[slot] = { text: told.text, count }
    if (count === mostRefusals) work.report(contextGivenUp(slot, reason))
  }
  work.state.refusals = refusals
}

/** Whether a text of a slot was given up. */
export const isGivenUp = ({ refusals }: Pick<EngineState, 'refusals'>, slot: string, text: string): boolean =>
  refusals[slot]?.text === text && (refusals[slot]?.count ?? 0) >= mostRefusals
