import { strict as assert } from 'node:assert'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { root } from '../entries.ts'
import { axeViolations } from './axe.ts'
import type { Scene } from './play-scenes.ts'

/** One page of each kind: start, guides with tables and images, an example, API index, function, type, class, diagnostic. */
const kinds = [
  'index',
  'docs/caching',
  'docs/command-line',
  'docs/rules',
  'docs/glossary',
  'examples/raw-loop',
  'api/index',
  'api/ctxc/compile',
  'api/ctxc/CompileOptions',
  'api/ctxc/run/ModelError',
  'diagnostics/CX1009',
]

const addressOf = (page: string): string => pathToFileURL(join(root, 'site', `${page}.html`)).href

/** Addresses of one page of each kind in the built site; none if the site is not built. */
export const sitePages = (): readonly string[] =>
  existsSync(join(root, 'site/index.html')) ? kinds.map(addressOf) : []

/** The keyboard alone is enough to find a page, in a folder without a server. */
async function searchingSite(page: Page): Promise<void> {
  await page.goto(addressOf('index'))
  await page.keyboard.press('/')
  await page.keyboard.type('breakpoint')
  await page.locator('#results a').first().waitFor()
  assert.deepEqual(await axeViolations(page), [])
  await page.keyboard.press('Enter')
  await page.waitForURL(url => !url.href.endsWith('site/index.html'))
  assert.equal(await page.locator('dialog[open]').count(), 0)
}

/** Without scripts every page is readable, and its links work. */
async function readingSite(page: Page): Promise<void> {
  await page.goto(addressOf('docs/caching'))
  await page.locator('main h1').waitFor()
  await page.locator('nav a[href]').first().waitFor({ state: 'attached' })
}

export const siteScenes: readonly Scene<null>[] = [
  [searchingSite, { bypassCSP: true }],
  [readingSite, { javaScriptEnabled: false }],
]
