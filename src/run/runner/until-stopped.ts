/** Yields the parts of a stream. Throws as soon as the signal aborts, even if the stream ignores the signal. */
export async function* untilStopped<Part>(
  stream: AsyncIterable<Part>,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  const parts = stream[Symbol.asyncIterator]()
  // One listener serves all parts: with a listener for each part, listeners took most of the time.
  let reject: (reason: unknown) => void = () => {}
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const next = (): Promise<IteratorResult<Part>> =>
    new Promise((resolve, fail) => {
      reject = fail
      // The stream may return a value that is not a promise.
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
    // Not awaited, because a stream that hangs would never finish this either.
    void Promise.resolve(parts.return?.()).catch(() => {})
  }
}
