import { Outcomes } from '../session/unit/outcomes.ts'
import type { Effect } from './effect.ts'
import type { Effects } from './handler.ts'
import { settle } from './settle.ts'

/** Most times that the core may ask: what was made for it may let it ask for more, once. */
const mostRounds = 2

/** Inputs of one core run besides those of the compile. */
export interface Round<Result> {
  /** Result of the run before; null for the first. */
  readonly before: Result | null
  /** Outcomes of effects since the compile began. */
  readonly fresh: Outcomes
  /** Whether this run is the last: work that it asks for is not done any more. */
  readonly isLast: boolean
}

/** A run that nobody waits for. */
export const atOnce = (): Round<never> => ({ before: null, fresh: new Outcomes(), isLast: true })

/** Result of a core run, and the work that it went without because nobody has done it yet. */
export interface CoreRun<Result> {
  readonly result: Result
  readonly wants: readonly Effect[]
}

/**
 * Runs the core until it has what it asks for, or has asked often enough. The core is pure and sync: waiting is here.
 * Never throws because of a handler.
 */
export async function drive<Result>(
  { effects = {}, signal }: { readonly effects?: Effects; readonly signal?: AbortSignal },
  core: (round: Round<Result>) => CoreRun<Result>,
): Promise<Result> {
  const fresh = new Outcomes()
  const waiting = signal ?? new AbortController().signal
  let before: Result | null = null
  for (let rounds = 0; ; rounds++) {
    const isLast = rounds === mostRounds
    const { result, wants }: CoreRun<Result> = core({ before, fresh, isLast })
    if (wants.length === 0 || isLast || waiting.aborted) return result
    before = result
    for (const outcome of await settle(wants, effects, waiting)) fresh.add(outcome)
  }
}
