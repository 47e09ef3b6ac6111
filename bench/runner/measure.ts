import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Peer } from './peer.ts'
import type { Ran } from './ran.ts'

/** A run in a process of its own. */
export interface Measured extends Ran {
  /** Why it did not run; null if it did. */
  readonly error: string | null
  /** Whether it was stopped because it took too long. */
  readonly isStopped: boolean
  /** Bytes of its files when it had closed them, and after a checkpoint. */
  readonly closed: number
  readonly bytes: number
}

/** Runs a script of this folder and returns its last line as JSON; stops it after `most` milliseconds. */
export function child<Result>(
  file: string,
  args: readonly (string | number)[],
  most = 600_000,
  checkout?: string,
): Promise<Result & { isStopped: boolean }> {
  const script = join(import.meta.dirname, file)
  const started = spawn(process.execPath, [script, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(checkout !== undefined && { CTXC_CHECKOUT: checkout }) },
  })
  let isStopped = false
  const timer = setTimeout(() => {
    isStopped = true
    started.kill('SIGTERM')
    // One that is busy does not hear the first signal.
    setTimeout(() => started.kill('SIGKILL'), 30_000).unref()
  }, most)
  let [out, error] = ['', '']
  started.stdout.on('data', text => {
    out += text
  })
  started.stderr.on('data', text => {
    error += text
  })
  return new Promise((resolve, reject) => {
    started.on('close', code => {
      clearTimeout(timer)
      const line = out.trim().split('\n').at(-1) ?? ''
      if (code === 0 && line.startsWith('{')) resolve({ ...JSON.parse(line), isStopped })
      else
        reject(
          new Error(
            error.match(/^\w*Error.*$/m)?.[0]?.replace(/ imported from .*/, '') ?? `it ended with ${code}`,
          ),
        )
    })
  })
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(file => file.isFile())
    .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)

/** Moves all that a database's log holds into its file. */
function checkpoint(folder: string): void {
  for (const name of readdirSync(folder).filter(name => name.endsWith('.db'))) {
    const database = new DatabaseSync(join(folder, name))
    database.exec('pragma wal_checkpoint(truncate)')
    database.close()
  }
}

/** Calls a function with a folder that is removed afterwards. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'ctxc-runner-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const none: Measured = {
  ...{ first: 0, last: 0, median: 0, total: 0, cpu: 0, steps: 0 },
  ...{ error: null, isStopped: false, closed: 0, bytes: 0 },
}

/** Runs an agent once. `look` sees the folder before it is removed. */
export const measure = (
  peer: Peer,
  steps: number,
  look: (folder: string) => Promise<void>,
  most: number,
): Promise<Measured> =>
  inFolder(async folder => {
    try {
      const { name, beside } = peer
      const ran = await child<Ran>('child.ts', [beside?.name ?? name, steps, folder], most, beside?.folder)
      if (peer.keeps !== 'disk') return { ...none, ...ran }
      const closed = sizeOf(folder)
      checkpoint(folder)
      const bytes = sizeOf(folder)
      await look(folder)
      return { ...none, ...ran, closed, bytes }
    } catch (error) {
      return { ...none, error: (error as Error).message }
    }
  })
