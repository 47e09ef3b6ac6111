import type { DatabaseSync } from './database.ts'

/** Calls a function whenever another connection has written, and returns a function that ends that. */
export function watchVersion(database: DatabaseSync, interval: number, listener: () => void): () => void {
  const statement = database.prepare('pragma data_version')
  let version: unknown
  const versionNow = (): unknown => {
    try {
      return statement.get()?.data_version
    } catch {
      // Another process has a lock; the next look may tell.
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
  // A process may end while it watches.
  timer.unref()
  return () => clearInterval(timer)
}
