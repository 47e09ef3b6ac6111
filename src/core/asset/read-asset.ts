import { builtin } from '../text/builtin.ts'
import { type Asset, assetURL } from './urls.ts'

/**
 * Reads a data file of this package. It is searched where the build tool put it, next to the bundle, next to a
 * bundle of which this is a part, and in the installed package. The working directory is not used, because it differs
 * after a deployment. Throws an Error if no file is found.
 */
export function readAsset(asset: Asset): Uint8Array {
  const fs = builtin<typeof import('node:fs')>('node:fs')
  if (!fs) throw new Error('there is no file system here')
  for (const place of [
    () => assetURL(asset),
    () => addressAboveChunk(asset),
    () => pathBesideBundle(asset),
    () => pathInInstalledPackage(asset),
  ])
    try {
      return fs.readFileSync(place())
    } catch {} // If the file is not at this place, the next place is tried.
  throw new Error(`${asset} cannot be read here`)
}

const here = import.meta.url

/**
 * Returns the address of a file next to a bundle whose parts a build tool, such as Vite, puts into a folder below it.
 */
const addressAboveChunk = (asset: Asset): URL => new URL(`../${asset}`, here)

/**
 * Returns the path of a file next to a CommonJS bundle. In such a bundle, the code has a file name instead of an
 * address.
 */
const pathBesideBundle = (asset: Asset): string =>
  loadPathModule().join(loadPathModule().dirname(__filename), asset)

function pathInInstalledPackage(asset: Asset): string {
  const { createRequire } = builtin<typeof import('node:module')>('node:module') ?? {}
  if (!createRequire) throw new Error('there are no packages here')
  const own = createRequire(import.meta.url ?? __filename).resolve('ctxc/package.json')
  return loadPathModule().join(loadPathModule().dirname(own), 'dist', asset)
}

function loadPathModule(): typeof import('node:path') {
  const found = builtin<typeof import('node:path')>('node:path')
  if (!found) throw new Error('there are no paths here')
  return found
}
