import type { Setup } from '../contract/setup.ts'
import { fitWithSources } from '../fit/fit.ts'
import type { FitInput, Fitted } from '../fit/fit-input.ts'
import { aboveAim } from '../fit/window.ts'
import { type CompactionInputs, compactionToRequest } from './want-compaction.ts'

/**
 * Fits a history. If a turn begins above the soft size, and the provider's compaction is expected, nothing is dropped,
 * because the compaction keeps the reasoning that a trim ends. Only the limit does not wait for it.
 */
export function fitBeforeCompaction(
  setup: Setup,
  input: FitInput,
  about: Pick<CompactionInputs, 'wants' | 'earlier'>,
): Fitted {
  const fitted = fitWithSources(input)
  if (fitted.history.cause !== aboveAim || about.wants.compacting === null) return fitted
  const { choice } = input
  const whole = fitWithSources({ ...input, choice: { ...choice, room: { ...choice.room, aim: null } } })
  const { request } = whole.drafted
  const asking = compactionToRequest(setup, { ...about, session: choice.session, fitted: whole, request })
  return whole.history.cause === null && asking.isExpected ? whole : fitted
}
