import type { PartStream } from './language-model.ts'

/**
 * Waits for a stream to begin, and returns it; null if the call is aborted first. A stream that begins after the abort
 * is cancelled.
 */
export function openStream(
  begun: PromiseLike<{ readonly stream: PartStream }>,
  signal: AbortSignal,
): Promise<PartStream | null> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(null)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    begun.then(
      ({ stream }) => {
        signal.removeEventListener('abort', stop)
        if (signal.aborted) void cancelQuietly(stream)
        else resolve(stream)
      },
      error => {
        signal.removeEventListener('abort', stop)
        reject(error)
      },
    )
  })
}

const cancelQuietly = (stream: PartStream): Promise<unknown> => ignoreRejection(stream.getReader().cancel())

/** Waits for a promise, and ignores its rejection. */
const ignoreRejection = (promise: Promise<unknown>): Promise<unknown> => promise.catch(() => undefined)

/** Yields the parts of a stream. Ends if the signal aborts, even if the provider ignores the signal. */
export async function* streamParts(stream: PartStream, signal: AbortSignal): AsyncGenerator<unknown> {
  const reader = stream.getReader()
  // Cancelling the stream also ends a `read` that is waiting.
  const stop = (): void => void ignoreRejection(reader.cancel(signal.reason))
  signal.addEventListener('abort', stop, { once: true })
  try {
    while (!signal.aborted) {
      const { done, value } = await reader.read()
      if (done || signal.aborted) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    // If the consumer stops early, this closes the connection to the provider.
    void ignoreRejection(reader.cancel())
  }
}
