import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { MemoryRow } from './memory-child.ts'

const run = promisify(execFile)

/** Measures conversations of 100, 1,000 and 10,000 turns, each in a process of its own. */
export async function memory(): Promise<MemoryRow[]> {
  const rows: MemoryRow[] = []
  for (const model of ['gemini-3.8-live', 'gpt-realtime'])
    for (const turns of [100, 1_000, 10_000]) {
      const child = [join(import.meta.dirname, 'memory-child.ts'), model, String(turns)]
      rows.push(JSON.parse((await run(process.execPath, child)).stdout) as MemoryRow)
    }
  return rows
}
