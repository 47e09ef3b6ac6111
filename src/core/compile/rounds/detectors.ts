import type { AgentLens } from '../agent-lens.ts'
import type { CompileOptions } from '../contract/options.ts'
import type { ReadySummaries } from '../summary/ready.ts'
import { nothingAdded } from './begin.ts'
import { resolveState } from './resolved.ts'
import type { CompileRound } from './round.ts'

/**
 * Runs async detectors on texts that they have not checked yet. Values that they find are recorded as events of the
 * session.
 */
export const detectors: CompileRound = {
  waits: true,
  needs: 'guard',
  async do(state) {
    const { core, lens, options, isLast } = state
    if (isLast || !lens.isWaiting) return {}
    // When the agent is resolved, its declarations are added to the texts that detectors check.
    if (core === null) resolveState(state)
    const again = await runDetectors(lens, options)
    // If the detectors find nothing, the request that was already written is kept.
    return { again: core !== null && again.events.length === 0 ? null : again }
  },
}

/** Runs async detectors on the texts that wait for them, and returns the values that they found as events. */
export async function runDetectors(
  lens: AgentLens,
  { signal = new AbortController().signal, effects }: Pick<CompileOptions, 'signal' | 'effects'>,
): Promise<ReadySummaries> {
  if (!lens.isWaiting) return nothingAdded
  return { events: await lens.detect(signal, effects?.concurrency), diagnostics: [] }
}
