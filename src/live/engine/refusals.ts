import { contextGivenUp } from '../../core/diag/live.ts'
import type { EngineState, Flying } from './state.ts'
import { type EngineWork, isCallSlot } from './work.ts'

/** Number of refusals after which a text is no longer sent. */
const mostRefusals = 3

/**
 * Counts how often the server refused each text. A text that is refused repeatedly is no longer sent, because it would
 * block all other messages.
 */
export function countRefusedTexts(work: EngineWork, slots: Flying['slots'], reason: string): void {
  const refusals = { ...work.state.refusals }
  for (const [slot, told] of Object.entries(slots)) {
    if (told === null || isCallSlot(slot)) continue
    const count = refusals[slot]?.text === told.text ? (refusals[slot]?.count ?? 0) + 1 : 1
    refusals[slot] = { text: told.text, count }
    if (count === mostRefusals) work.reportDiagnostic(contextGivenUp(slot, reason))
  }
  work.state.refusals = refusals
}

/** Whether a text was refused so often that it is no longer sent. */
export const isRefusedTooOften = (
  { refusals }: Pick<EngineState, 'refusals'>,
  slot: string,
  text: string,
): boolean => refusals[slot]?.text === text && (refusals[slot]?.count ?? 0) >= mostRefusals
