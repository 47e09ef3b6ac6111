import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importPeer } from './import-peer.ts'

/** The checkout whose build a process measures; this one by default. */
const checkout = process.env.CTXC_CHECKOUT ?? resolve(import.meta.dirname, '../..')

/** Imports a file of a build of ctxc, which users get, not the sources. */
export const builtIn = (folder: string, name: string) =>
  importPeer(pathToFileURL(join(folder, 'dist', `${name}.js`)).href)

/** Imports a file of the build that this process measures. */
export const built = (name: string) => builtIn(checkout, name)

/** A built checkout of another commit, to be measured beside ours. */
export interface Beside {
  /** Mark behind the names of its rows. */
  readonly mark: string
  readonly folder: string
}

/** Reads `--beside FOLDER`, which may be given several times, out of the arguments. Returns the other arguments, too. */
export function readBesides(args: readonly string[]): {
  besides: readonly Beside[]
  rest: readonly string[]
} {
  const besides: Beside[] = []
  const rest: string[] = []
  for (let index = 0; index < args.length; index++)
    if (args[index] !== '--beside') rest.push(args[index] as string)
    else {
      const folder = resolve(args[++index] ?? '')
      besides.push({ mark: ` (${basename(folder)})`, folder })
    }
  return { besides, rest }
}
