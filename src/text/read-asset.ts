import { builtin } from './builtin.ts'

/**
 * Reads a data file of this package: next to the module at `url`, or in the installed package if a bundler moved the
 * module. Throws an Error if there is no such file, as in a bundle that was copied elsewhere.
 */
export function readAsset(file: string, url: string | undefined): Uint8Array {
  const fs = builtin<typeof import('node:fs')>('node:fs')
  // A CommonJS bundle has no URL of its own. The working directory is no hint: it differs after a deployment.
  if (!fs || url === undefined) throw new Error('there is no file system here')
  try {
    return fs.readFileSync(new URL(file, url))
  } catch {
    const { createRequire } = builtin<typeof import('node:module')>('node:module') ?? {}
    const { dirname, join } = builtin<typeof import('node:path')>('node:path') ?? {}
    if (!createRequire || !dirname || !join) throw new Error(`${file} cannot be read here`)
    return fs.readFileSync(join(dirname(createRequire(url).resolve('ctxc/package.json')), 'dist', file))
  }
}
