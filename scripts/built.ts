import { execSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, root } from './entries.ts'

/** Builds the package if anything in src is newer than dist, because a check of old output proves nothing. */
export function ensureBuilt(): void {
  const built = join(root, 'dist/index.js')
  const sources = globSync('src/**', { cwd: root }).filter(file => !isTest(file))
  const inputs = [...sources, 'package.json', 'tsdown.config.ts']
  const newest = Math.max(...inputs.map(file => statSync(join(root, file)).mtimeMs))
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return
  console.log('dist is missing or older than src: building')
  execSync('npm run build --silent', { cwd: root, stdio: 'inherit' })
}
