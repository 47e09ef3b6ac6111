import { Outcomes } from '../session/unit/outcomes.ts'
import type { Effect } from './effect.ts'
import type { Effects } from './handler.ts'
import { RoundsLeft } from './ranks.ts'

/** Inputs of one core run, in addition to the inputs of the compile. */
export interface DriveRound<Result> {
  /** Result of the previous run; null in the first run. */
  readonly before: Result | null
  /** Outcomes of effects that arrived since the compile began. */
  readonly fresh: Outcomes
  /** Whether this run is the last one, so that work requested by it will not be done. */
  readonly isLast: boolean
}

/** Returns the inputs of a single run without any effects. */
export const singleRound = (): DriveRound<never> => ({ before: null, fresh: new Outcomes(), isLast: true })

/** Result of a core run, and the work that this run requests. The outcome of this work is not known yet. */
export interface CoreRun<Result> {
  readonly result: Result
  readonly wants: readonly Effect[]
}

/**
 * Runs the core repeatedly, until it requests no more work or no round is left. The core is sync; only this function
 * waits. An error of a handler never makes it throw.
 */
export async function runCoreRounds<Result>(
  { effects = {}, signal }: { readonly effects?: Effects; readonly signal?: AbortSignal },
  core: (round: DriveRound<Result>) => CoreRun<Result>,
): Promise<Result> {
  const fresh = new Outcomes()
  const waiting = signal ?? new AbortController().signal
  const rounds = new RoundsLeft()
  let before: Result | null = null
  for (;;) {
    const { result, wants }: CoreRun<Result> = core({ before, fresh, isLast: rounds.isOver })
    const now = waiting.aborted ? [] : rounds.takeRound(wants)
    if (now.length === 0) return result
    before = result
    // This module is loaded on demand, because most compiles never read a handler's results.
    const { runEffects } = await import('./settle.ts')
    for (const outcome of await runEffects(now, effects, waiting)) fresh.add(outcome)
  }
}
