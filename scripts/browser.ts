// Opens pages in a real Chromium, light and dark, wide and narrow: no violation of axe, no scrolling to the side, no network, no
// error, all by keyboard. Pages are files, folders of files, or addresses; without any, those of `ctxc explain --html` and of the site, if it is
// built.
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkPages } from './browser/check-pages.ts'
import { launchChromium } from './browser/chromium.ts'
import { explainPages } from './browser/explain-pages.ts'
import { explainScenes } from './browser/explain-scenes.ts'
import { playScenes } from './browser/play-scenes.ts'
import { sitePages, siteScenes } from './browser/site-scenes.ts'

const given = process.argv.slice(2)

/** Addresses of the pages that the command line names. */
const addresses = given.flatMap(name => {
  if (/^(file|https?):/.test(name)) return [name]
  const path = resolve(name)
  const files = statSync(path).isDirectory() ? globSync('**/*.html', { cwd: path }).sort() : ['']
  return files.map(file => pathToFileURL(join(path, file)).href)
})

const folder = mkdtempSync(join(tmpdir(), 'ctxc-pages-'))
const browser = await launchChromium().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
const faults: string[] = []
try {
  if (given.length > 0) faults.push(...(await checkPages(browser, addresses)))
  else {
    const pages = await explainPages(folder)
    faults.push(
      ...(await checkPages(browser, Object.values(pages))),
      ...(await playScenes(browser, pages, explainScenes)),
    )
    const site = sitePages()
    if (site.length === 0) console.log('site: not built, so not checked (npm run site)')
    else faults.push(...(await checkPages(browser, site)), ...(await playScenes(browser, null, siteScenes)))
  }
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}
for (const fault of faults) console.error(fault)
console.log(`browser: ${faults.length} faults`)
if (faults.length > 0) process.exitCode = 1
