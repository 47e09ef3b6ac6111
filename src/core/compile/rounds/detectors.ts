import type { AgentLens } from '../agent-lens.ts'
import type { CompileOptions } from '../contract/options.ts'
import type { ReadySummaries } from '../summary/ready.ts'
import { nothingAdded } from './begin.ts'
import { resolved } from './resolved.ts'
import type { CompileRound } from './round.ts'

/** Lets detectors that answer later look at what they were not asked about yet. Their finds are events of the session. */
export const detectors: CompileRound = {
  waits: true,
  needs: 'guard',
  async do(state) {
    const { core, lens, options, isLast } = state
    if (isLast || !lens.isWaiting) return {}
    // Detectors look at the declarations at the same time.
    if (core === null) resolved(state)
    const again = await foundBy(lens, options)
    // A request stays unchanged if nothing was found.
    return { again: core !== null && again.events.length === 0 ? null : again }
  },
}

/** Lets detectors look at texts, and returns their finds as events. */
export async function foundBy(
  lens: AgentLens,
  { signal = new AbortController().signal, effects }: Pick<CompileOptions, 'signal' | 'effects'>,
): Promise<ReadySummaries> {
  if (!lens.isWaiting) return nothingAdded
  return { events: await lens.detect(signal, effects?.concurrency), diagnostics: [] }
}
