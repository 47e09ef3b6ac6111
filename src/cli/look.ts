import { readdir, stat } from 'node:fs/promises'
import type { DirectoryEntry } from './io.ts'

/**
 * Lists a folder without its links, because links may form cycles. Returns `file` for anything else that exists, and
 * null if nothing exists.
 */
export async function listFolder(path: string): Promise<readonly DirectoryEntry[] | 'file' | null> {
  try {
    if (!(await stat(path)).isDirectory()) return 'file'
    const entries = await readdir(path, { withFileTypes: true })
    return entries
      .filter(entry => entry.isFile() || entry.isDirectory())
      .map(entry => ({ name: entry.name, isFolder: entry.isDirectory() }))
  } catch {
    // The path may be unreadable. A later read then reports the reason.
    return null
  }
}
