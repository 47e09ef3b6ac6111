import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/** Compares a text with a golden file of this folder. `UPDATE_GOLDENS=1` writes the file instead. */
export function expectGolden(name: string, actual: string): void {
  const file = join(import.meta.dirname, name)
  if (process.env.UPDATE_GOLDENS) writeFileSync(file, actual)
  expect(existsSync(file), `${name} is missing: run with UPDATE_GOLDENS=1`).toBe(true)
  expect(actual).toBe(readFileSync(file, 'utf8'))
}
