import process from 'node:process'

/** Maximum time that a module may take to load, in milliseconds. */
const patience = 30_000

/**
 * Imports a module. Uncaught errors and unhandled rejections during the import count as errors of the module. The
 * import fails after a time limit, unless the module blocks the event loop.
 */
export async function importQuietly(
  url: string,
  longest = patience,
): Promise<Readonly<Record<string, unknown>>> {
  let fail = (_error: unknown): void => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  process.on('uncaughtException', fail)
  const timer = setTimeout(() => {
    fail(new Error(`it still waits for something after ${longest / 1000} s`))
  }, longest)
  // The timer must not keep the process alive. An idle process ends immediately, and the exit handler reports this.
  timer.unref()
  try {
    return (await Promise.race([import(url), failed])) as Readonly<Record<string, unknown>>
  } finally {
    clearTimeout(timer)
    process.off('uncaughtException', fail)
  }
}
