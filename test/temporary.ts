import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Directs the temporary files of tests to one folder, which is deleted after the run. The processes that tests start share
 * there the code that Node compiled: each would compile the same sources again.
 */
export default function setup(): () => void {
  const before = { TMPDIR: process.env.TMPDIR, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  const folder = mkdtempSync(join(tmpdir(), 'ctxc-tests-'))
  process.env.TMPDIR = folder
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  return () => {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    rmSync(folder, { recursive: true, force: true })
  }
}
