import type { DatabaseSync } from './database.ts'

/** Calls a function whenever another connection has written to the file. Returns a function that ends the calls. */
export function watchVersion(database: DatabaseSync, interval: number, listener: () => void): () => void {
  const statement = database.prepare('pragma data_version')
  let version: unknown
  const versionNow = (): unknown => {
    try {
      return statement.get()?.data_version
    } catch {
      // Another process has locked the file; the next check may succeed.
      return version
    }
  }
  version = versionNow()
  const timer = setInterval(() => {
    if (!database.isOpen) return clearInterval(timer)
    const now = versionNow()
    if (now === version) return
    version = now
    listener()
  }, interval)
  // The timer must not keep the process alive.
  timer.unref()
  return () => clearInterval(timer)
}
