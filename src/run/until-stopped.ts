import { untilAborted } from '../effect/until-aborted.ts'

/** Yields the parts of a stream. It ends at once if the signal aborts, even if the stream ignores the signal. */
export async function* untilStopped<Part>(
  stream: AsyncIterable<Part>,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  const parts = stream[Symbol.asyncIterator]()
  try {
    while (!signal.aborted) {
      const { done, value } = await untilAborted(parts.next(), signal)
      if (done || signal.aborted) return
      yield value
    }
  } finally {
    // Not awaited: a stream that hangs would not end either.
    void Promise.resolve(parts.return?.()).catch(() => {})
  }
}
