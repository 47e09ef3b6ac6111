import process from 'node:process'

/** Maximum time to load a module, in milliseconds. */
const patience = 30_000

/**
 * Imports a module. While it loads, uncaught errors and unhandled rejections count as errors of the module. A module
 * that takes too long is abandoned, unless it blocks the event loop.
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
  // The timer does not keep the process alive: an idle process ends at once, and the exit handler reports it.
  timer.unref()
  try {
    return (await Promise.race([import(url), failed])) as Readonly<Record<string, unknown>>
  } finally {
    clearTimeout(timer)
    process.off('uncaughtException', fail)
  }
}
