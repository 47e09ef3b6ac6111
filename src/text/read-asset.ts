/**
 * Reads a data file of this package: next to the module at `url`, or in the installed package if a bundler moved the
 * module. A static import of `node:fs` would break bundles for browsers.
 */
export function readAsset(file: string, url: string | undefined): Uint8Array {
  const fs = globalThis.process?.getBuiltinModule?.('node:fs')
  if (!fs) throw new Error('there is no file system here')
  try {
    return fs.readFileSync(new URL(file, url))
  } catch {
    // A CommonJS bundle has no URL of its own.
    const { createRequire } = process.getBuiltinModule('node:module')
    const installed = createRequire(url ?? `${process.cwd()}/`).resolve('ctxc/package.json')
    const { dirname, join } = process.getBuiltinModule('node:path')
    return fs.readFileSync(join(dirname(installed), 'dist', file))
  }
}
