import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../entries.ts'
import { pack } from '../pack.ts'

/** App in which only the packed package is installed. */
export interface App {
  /**
   * Copies an example as a user would, with the packages that the command names. Returns the file to run, or a fault.
   */
  copied(name: string): { readonly file: string } | { readonly problem: string }
  remove(): void
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}
const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Makes an app in an empty folder outside the checkout. */
export function installApp(): App {
  const folder = mkdtempSync(join(tmpdir(), 'ctxc-examples-'))
  const modules = join(folder, 'node_modules')
  const own = join(modules, 'ctxc')
  mkdirSync(own, { recursive: true })
  execFileSync('tar', ['xzf', pack().tarball, '-C', own, '--strip-components=1'])
  /**
   * Installs a package and its peers into the app, as npm would. They are copied from the example or from the checkout;
   * returns false if neither has the package.
   */
  const install = (name: string, example = ''): boolean => {
    const places = [...(example === '' ? [] : [join(root, 'examples', example)]), root]
    const from = places.map(place => join(place, 'node_modules', name)).find(place => existsSync(place))
    const to = join(modules, name)
    if (from === undefined) return false
    if (existsSync(to)) {
      if (realpathSync(to) === realpathSync(from)) return true
      rmSync(to)
    }
    mkdirSync(dirname(to), { recursive: true })
    symlinkSync(from, to)
    const { peerDependencies = {}, peerDependenciesMeta: more = {} } = manifestIn(from)
    return Object.keys(peerDependencies).every(
      peer => more[peer]?.optional === true || install(peer, example),
    )
  }
  for (const name of Object.keys(manifestIn(root).dependencies ?? {})) install(name)
  return {
    copied(name) {
      const cli = join(own, 'dist/cli.js')
      const run = spawnSync(process.execPath, [cli, 'example', name], { cwd: folder, encoding: 'utf8' })
      const file = /^ {2}node (\S+)$/m.exec(run.stdout)?.[1]
      if (run.status !== 0 || file === undefined) return { problem: `${run.stdout}${run.stderr}` }
      const needed = /^ {2}npm install (.*)$/m.exec(run.stdout)?.[1]?.split(' ') ?? []
      const home = join(root, 'examples', name)
      if (existsSync(join(home, 'package-lock.json')) && !existsSync(join(home, 'node_modules')))
        execFileSync('npm', ['ci', '--silent', '--ignore-scripts'], { cwd: home, stdio: 'inherit' })
      const missing = needed.filter(each => !install(each.slice(0, each.lastIndexOf('@')), name))
      if (missing.length > 0) return { problem: `the checkout has no ${missing.join(', ')}` }
      const check = join(root, 'examples', name, 'check.ts')
      if (!existsSync(check)) return { file: join(folder, file) }
      copyFileSync(check, join(folder, name, 'check.ts'))
      return { file: join(folder, name, 'check.ts') }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
