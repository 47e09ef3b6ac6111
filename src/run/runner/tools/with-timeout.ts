import { untilAborted } from '../../../core/effect/until-aborted.ts'
import type { Timers } from '../timers.ts'

/** Error of a call that took too long. */
class TimeoutError extends Error {
  constructor(ms: number) {
    super(`the call took longer than ${ms} ms and was stopped`)
    this.name = 'TimeoutError'
  }
}

/** Bounds of some work: the signal that stops it, and the milliseconds that it may take; undefined for any time. */
interface Bounds {
  readonly signal: AbortSignal
  readonly ms: number | undefined
  readonly timers: Timers
}

/**
 * Runs work with a signal that aborts after the timeout, or when the outer signal aborts. Then rejects, even if the
 * work ignores the signal.
 */
export async function withTimeout<Result>(
  { signal, ms, timers }: Bounds,
  work: (signal: AbortSignal) => Result | Promise<Result>,
): Promise<Result> {
  const run = async (own: AbortSignal): Promise<Result> => work(own)
  if (ms === undefined) return untilAborted(run(signal), signal)
  const inner = new AbortController()
  const timer = timers.start(ms, () => inner.abort(new TimeoutError(ms)))
  const own = AbortSignal.any([signal, inner.signal])
  try {
    return await untilAborted(run(own), own)
  } finally {
    timer.stop()
  }
}
