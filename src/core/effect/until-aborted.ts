/** Returns a promise that settles like the given one, but rejects immediately if the signal is aborted. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', stop)
      settle()
    }
    // A handler may return a value that is not a promise.
    Promise.resolve(promise).then(
      value => end(() => resolve(value)),
      (error: unknown) => end(() => reject(error)),
    )
  })
}
