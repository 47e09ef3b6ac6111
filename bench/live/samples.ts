/** Durations in milliseconds, of which medians and percentiles are asked. */
export interface Spread {
  readonly p50: number
  readonly p99: number
  readonly count: number
}

export function spreadOf(samples: readonly number[]): Spread {
  const sorted = Float64Array.from(samples).sort()
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), count: sorted.length }
}
