/** Longest waits of a runner for its store, in milliseconds. `Infinity` sets no limit. */
export interface StoreDeadlines {
  /** Until a call counts as failed, because it has no answer; 10 seconds by default. */
  readonly call?: number
  /**
   * Until a call that fails again and again is given up with a `StoreError`, from its first failure on; 30 seconds by default.
   */
  readonly whole?: number
}

export const defaultStoreDeadlines: Required<StoreDeadlines> = { call: 10_000, whole: 30_000 }

/** Delays between the calls, in milliseconds: the first one, which doubles with each failure, and the longest. */
const delays = { first: 50, longest: 2_000 }

/** Returns the delay after `failed` failures. Half of it is random, so that many sessions do not come back at once. */
export function delayBefore(failed: number, random: () => number): number {
  const delay = Math.min(delays.longest, delays.first * 2 ** (failed - 1))
  return (delay * (1 + random())) / 2
}
