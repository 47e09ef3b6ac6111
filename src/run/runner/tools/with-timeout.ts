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
  // A signal of `AbortSignal.any` would stay with the outer signal, which lives as long as the run.
  const leave = (): void => inner.abort(signal.reason)
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  const timer = timers.start(ms, () => inner.abort(new TimeoutError(ms)))
  try {
    return await untilAborted(run(inner.signal), inner.signal)
  } finally {
    timer.stop()
    signal.removeEventListener('abort', leave)
  }
}
