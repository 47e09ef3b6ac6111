import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'ctxc-'))
let made = 0

/** Writes a module's text to a new file, which is deleted after the test run. */
export function moduleOf(text: string, extension = 'mjs'): string {
  const file = join(folder, `program${made++}.${extension}`)
  writeFileSync(file, text)
  return file
}
