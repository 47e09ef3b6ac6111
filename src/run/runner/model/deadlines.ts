import { ModelError } from '../../models/model-error.ts'
import type { Timers } from '../timers.ts'

/**
 * Time limits for one attempt of a model call, in milliseconds. An attempt that takes longer fails, and may be
 * repeated. `Infinity` sets no limit.
 */
export interface Deadlines {
  /** Until the first part of the answer arrives; 5 minutes by default. */
  readonly first?: number
  /** Between two parts of the answer; 5 minutes by default. */
  readonly between?: number
  /** Until the answer is complete; an hour by default. */
  readonly whole?: number
}

export const defaultDeadlines: Required<Deadlines> = { first: 300_000, between: 300_000, whole: 3_600_000 }

/** Bounds of one attempt: its time limits, and the signal that stops it. */
interface Bounds {
  readonly deadlines: Required<Deadlines>
  readonly timers: Timers
  readonly signal: AbortSignal
}

const deadlineError = (what: string, milliseconds: number): ModelError =>
  new ModelError(`${what} within ${milliseconds} ms`, { code: 'timeout' })

/**
 * Reads the parts of a stream until `take` returns a result for one; null if the stream ends before, or if `signal`
 * aborts. Throws a `ModelError` if the stream exceeds a time limit. The signal that `open` gets then aborts, and a stream
 * that ignores it is left behind.
 */
export async function readWithinDeadlines<Part, Result extends object>(
  open: (signal: AbortSignal) => AsyncIterable<Part>,
  take: (part: Part) => Result | null,
  { deadlines: { first, between, whole }, timers, signal }: Bounds,
): Promise<Result | null> {
  const stop = new AbortController()
  let parts: AsyncIterator<Part> | undefined
  let reject: (reason: unknown) => void = () => {}
  const abort = (reason: unknown): void => {
    reject(reason)
    stop.abort(reason)
  }
  const startDeadline = (what: string, milliseconds: number) =>
    timers.start(milliseconds, () => abort(deadlineError(what, milliseconds)))
  const end = startDeadline('the answer did not end', whole)
  let next = startDeadline('the model gave no sign', first)
  let isFirst = true
  const leave = (): void => abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    const stream = open(stop.signal)[Symbol.asyncIterator]()
    parts = stream
    while (!stop.signal.aborted) {
      const { done, value } = await new Promise<IteratorResult<Part>>((resolve, fail) => {
        reject = fail
        // The stream may return a value that is not a promise.
        Promise.resolve(stream.next()).then(resolve, fail)
      })
      if (done || stop.signal.aborted) break
      if (isFirst) {
        next.stop()
        next = startDeadline('the stream gave no sign', between)
        isFirst = false
      } else next.restart()
      const result = take(value)
      if (result !== null) return result
    }
    if (!signal.aborted) stop.signal.throwIfAborted()
    return null
  } catch (error) {
    // After an abort, a client throws its own error. The time limit's error replaces it.
    if (!signal.aborted) stop.signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
    end.stop()
    next.stop()
    // Not awaited, because a stream that hangs would never finish this either.
    void Promise.resolve(parts?.return?.()).catch(() => {})
  }
}
