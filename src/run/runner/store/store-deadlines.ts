/** Maximum waits of a runner for its store, in milliseconds. `Infinity` sets no limit. */
export interface StoreDeadlines {
  /** Until a call without an answer counts as failed; 10 seconds by default. */
  readonly call?: number
  /**
   * From the first failure of a call until the runner stops repeating it, and throws a `StoreError`; 30 seconds by
   * default.
   */
  readonly whole?: number
}

export const defaultStoreDeadlines: Required<StoreDeadlines> = { call: 10_000, whole: 30_000 }

/** Delays between the calls, in milliseconds: the first delay, which doubles with each failure, and the maximum. */
const delays = { first: 50, longest: 2_000 }

/** Returns the delay after `failed` failures. Half of it is random, so that many sessions do not retry at once. */
export function delayBefore(failed: number, random: () => number): number {
  const delay = Math.min(delays.longest, delays.first * 2 ** (failed - 1))
  return (delay * (1 + random())) / 2
}
