/** Time limits for a runner's calls to its store, in milliseconds. `Infinity` sets no limit. */
export interface StoreDeadlines {
  /** Until one attempt of a call counts as failed, because it got no answer; 10 seconds by default. */
  readonly call?: number
  /**
   * From the first failure of a call until the runner stops repeating the call and throws a `StoreError`; 30 seconds by
   * default.
   */
  readonly whole?: number
}

export const defaultStoreDeadlines: Required<StoreDeadlines> = { call: 10_000, whole: 30_000 }

/** Delays between attempts, in milliseconds: the first delay, which doubles with each failure, and the maximum. */
const delays = { first: 50, longest: 2_000 }

/** Returns the delay after `failed` failures. Half of it is random, so that sessions do not retry together. */
export function delayAfterFailures(failed: number, random: () => number): number {
  const delay = Math.min(delays.longest, delays.first * 2 ** (failed - 1))
  return (delay * (1 + random())) / 2
}
