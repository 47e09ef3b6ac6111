import type { DatabaseSync } from './database.ts'

/** Calls a function whenever another connection has written. Returns a function that stops this. */
export function watchVersion(database: DatabaseSync, interval: number, listener: () => void): () => void {
  const statement = database.prepare('pragma data_version')
  let version: unknown
  const versionNow = (): unknown => {
    try {
      return statement.get()?.data_version
    } catch {
      // Another process holds a lock; the next check may succeed.
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
