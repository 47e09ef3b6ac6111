import { afterMilliseconds } from '../../../core/effect/timer.ts'

/** Error of a call that took too long. */
class TimeoutError extends Error {
  constructor(ms: number) {
    super(`the call took longer than ${ms} ms and was stopped`)
    this.name = 'TimeoutError'
  }
}

/**
 * Runs work with a signal that aborts after the timeout, or when the outer signal aborts. Then rejects, even if the
 * work ignores the signal.
 */
export async function withTimeout<Result>(
  outer: AbortSignal,
  ms: number | undefined,
  work: (signal: AbortSignal) => Result | Promise<Result>,
): Promise<Result> {
  const inner = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let clearTimeoutTimer: () => void = () => {}
  const stopped = new Promise<never>((_, reject) => {
    const abortInner = (reason: unknown): void => {
      reject(reason)
      inner.abort(reason)
    }
    clearTimeoutTimer = () => abortInner(outer.reason)
    if (outer.aborted) clearTimeoutTimer()
    else outer.addEventListener('abort', clearTimeoutTimer, { once: true })
    if (ms !== undefined) timer = afterMilliseconds(ms, () => abortInner(new TimeoutError(ms)))
  })
  try {
    return await Promise.race([stopped, Promise.resolve().then(() => work(inner.signal))])
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', clearTimeoutTimer)
  }
}
