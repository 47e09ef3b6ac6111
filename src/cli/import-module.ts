import process from 'node:process'

/** Imports a module. What it rejects with nobody listening, or throws later on, is an error of it while it is loaded. */
export async function importModule(url: string): Promise<Readonly<Record<string, unknown>>> {
  let fail = (_error: unknown): void => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  process.on('uncaughtException', fail)
  try {
    return (await Promise.race([import(url), failed])) as Readonly<Record<string, unknown>>
  } finally {
    process.off('uncaughtException', fail)
  }
}
