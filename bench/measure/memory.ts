import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { median } from './median.ts'

const processes = 3
const child = join(import.meta.dirname, 'memory-child.ts')

/** Megabytes beyond the input. */
export interface Memory {
  readonly size: number
  /** The package's code, before anything is imported with it. */
  readonly code: number
  /** The vocabulary, a session, a compiled request with map and ledger, and the compiler. */
  readonly session: number
}

/** Medians of fresh processes. */
export function measureMemory(size: number, budget: number, checkout?: string): Memory {
  const found = Array.from({ length: processes }, () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--expose-gc', child, String(size), String(budget)],
      {
        encoding: 'utf8',
        env: { ...process.env, ...(checkout !== undefined && { CTXC_CHECKOUT: checkout }) },
      },
    )
    if (status !== 0) throw new Error(`memory was not measured: ${stderr}`)
    return JSON.parse(stdout) as Memory
  })
  const of = (key: 'code' | 'session'): number => median(found.map(memory => memory[key]))
  return { size, code: of('code'), session: of('session') }
}
