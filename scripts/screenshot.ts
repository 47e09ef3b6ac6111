// Writes docs/explain.png: the page of the demo's last command in the installed Chromium, light, 1100 pixels wide.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { launchChromium } from './browser/chromium.ts'
import { ensureBuilt } from './built.ts'
import { root } from './entries.ts'

process.chdir(root)
ensureBuilt()

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { demo: string } }
const [, ...argv] = scripts.demo.split(' && ').at(-1)!.split(' ')
const folder = mkdtempSync(join(tmpdir(), 'ctxc-screenshot-'))
const file = join(folder, 'page.html')
const browser = await launchChromium()
try {
  const { status, stderr } = spawnSync(process.execPath, [...argv, '--html', file], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const page = await browser.newPage({ viewport: { width: 1100, height: 1560 }, colorScheme: 'light' })
  await page.goto(pathToFileURL(file).href)
  await page.screenshot({ path: 'docs/explain.png' })
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}
console.log('docs/explain.png written')
