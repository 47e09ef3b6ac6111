import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './entries.ts'

/** Package that was packed. */
export interface Packed {
  readonly tarball: string
  readonly size: number
  /** Paths of the files in the package. */
  readonly files: readonly string[]
}

/** Packs the built package, as `npm publish` would. */
export function pack(): Packed {
  const folder = join(root, 'node_modules/.cache/pack')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // --ignore-scripts: dist is already built
  const said = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const packs = JSON.parse(said) as Record<
    string,
    { readonly filename: string; readonly size: number; readonly files: readonly { readonly path: string }[] }
  >
  const { filename, size, files } = Object.values(packs)[0]!
  return { tarball: join(folder, filename), size, files: files.map(({ path }) => path) }
}
