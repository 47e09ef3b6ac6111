import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'ctxc-'))
afterAll(() => rmSync(folder, { recursive: true }))
let made = 0

/** A module of this text, in a file of its own, that is gone after the tests. */
export function moduleOf(text: string, extension = 'mjs'): string {
  const file = join(folder, `program${made++}.${extension}`)
  writeFileSync(file, text)
  return file
}
