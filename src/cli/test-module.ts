import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'ctxc-'))
let made = 0

/** Writes a module to its own file, which is deleted after the run. */
export function moduleOf(text: string, extension = 'mjs'): string {
  const file = join(folder, `program${made++}.${extension}`)
  writeFileSync(file, text)
  return file
}
