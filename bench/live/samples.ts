import { median } from '../measure/median.ts'

/** Percentiles of durations that were measured in rounds. */
export interface Spread {
  readonly p50: number
  /** Median of the rounds' own p99: other processes of the machine disturb single rounds. */
  readonly p99: number
  /** Percentile of all samples together. */
  readonly p99All: number
  readonly count: number
}

/** Returns the percentiles of samples in the order in which they were measured, so many of them in a round. */
export function spreadOf(samples: readonly number[], inRound: number): Spread {
  const rounds = Array.from({ length: Math.floor(samples.length / inRound) }, (_, at) =>
    samples.slice(at * inRound, (at + 1) * inRound),
  )
  return {
    p50: at(samples, 0.5),
    p99: median(rounds.map(round => at(round, 0.99))),
    p99All: at(samples, 0.99),
    count: samples.length,
  }
}

function at(samples: readonly number[], share: number): number {
  const sorted = Float64Array.from(samples).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
