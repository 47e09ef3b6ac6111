import process from 'node:process'

/** Longest time that a module may take to load, in milliseconds. */
const patience = 30_000

/**
 * Imports a module. An error that it throws later, or that rejects with nobody listening, counts as its own while it loads.
 * One that waits too long is given up; one that never returns to the event loop cannot be.
 */
export async function importModule(
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
  // If nothing else keeps the process alive, the process ends at once and reports that.
  timer.unref()
  try {
    return (await Promise.race([import(url), failed])) as Readonly<Record<string, unknown>>
  } finally {
    clearTimeout(timer)
    process.off('uncaughtException', fail)
  }
}
