/** Yields the parts of a stream. It throws at once if the signal aborts, even if the stream ignores the signal. */
export async function* untilStopped<Part>(
  stream: AsyncIterable<Part>,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  const parts = stream[Symbol.asyncIterator]()
  // One listener serves the whole stream: a listener for each part took most of the time spent on a part.
  let reject: (reason: unknown) => void = () => {}
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const next = (): Promise<IteratorResult<Part>> =>
    new Promise((resolve, fail) => {
      reject = fail
      // A handler may return a value that is no promise.
      Promise.resolve(parts.next()).then(resolve, fail)
    })
  try {
    while (!signal.aborted) {
      const { done, value } = await next()
      if (done || signal.aborted) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    // Not awaited, because a hanging stream would not end either.
    void Promise.resolve(parts.return?.()).catch(() => {})
  }
}
