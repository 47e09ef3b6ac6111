// Starts one example by its name: `npm run example raw-loop`. It builds the package if needed, and installs an example's own packages.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ensureBuilt } from './built.ts'
import { root } from './entries.ts'

const [name = '', ...words] = process.argv.slice(2)
const folder = join(root, 'examples', name)
const names = globSync('examples/*/README.md', { cwd: root }).map(file => basename(dirname(file)))
if (!names.includes(name)) {
  console.error(`the example must be one of ${names.sort().join(', ')}, got '${name}'`)
  process.exit(2)
}

ensureBuilt()
const hasPackage = existsSync(join(folder, 'package.json'))
if (hasPackage && !existsSync(join(folder, 'node_modules')))
  execFileSync('npm', ['ci', '--silent'], { cwd: folder, stdio: 'inherit' })
const file = join(folder, hasPackage ? 'server.ts' : 'index.ts')
process.exit(spawnSync(process.execPath, [file, ...words], { stdio: 'inherit' }).status ?? 1)
