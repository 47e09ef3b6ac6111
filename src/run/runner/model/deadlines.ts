import { afterMilliseconds } from '../../../core/effect/timer.ts'
import { ModelError } from '../../models/model-error.ts'
import { untilStopped } from '../until-stopped.ts'

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

const deadlineError = (what: string, milliseconds: number): ModelError =>
  new ModelError(`${what} within ${milliseconds} ms`, { code: 'timeout' })

/**
 * Yields the parts of a stream, and throws a `ModelError` if the stream exceeds a time limit. The signal that `open`
 * gets then aborts. If `signal` aborts, the stream just ends.
 */
export async function* withinDeadlines<Part>(
  open: (signal: AbortSignal) => AsyncIterable<Part>,
  { first, between, whole }: Required<Deadlines>,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  const stop = new AbortController()
  const startDeadline = (what: string, milliseconds: number) =>
    afterMilliseconds(milliseconds, () => stop.abort(deadlineError(what, milliseconds)))
  const end = startDeadline('the answer did not end', whole)
  let next = startDeadline('the model gave no sign', first)
  let isFirst = true
  const clearDeadline = (): void => stop.abort(signal.reason)
  signal.addEventListener('abort', clearDeadline, { once: true })
  if (signal.aborted) clearDeadline()
  try {
    for await (const part of untilStopped(open(stop.signal), stop.signal)) {
      // In Node, a timer can be restarted, which is cheaper than a new timer.
      if (isFirst || next?.refresh === undefined) {
        clearTimeout(next)
        next = startDeadline('the stream gave no sign', between)
        isFirst = false
      } else next.refresh()
      yield part
    }
    if (!signal.aborted) stop.signal.throwIfAborted()
  } catch (error) {
    // After an abort, a client throws its own error. The time limit's error replaces it.
    if (!signal.aborted) stop.signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', clearDeadline)
    clearTimeout(end)
    clearTimeout(next)
  }
}
