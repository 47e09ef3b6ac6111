import type { Browser } from 'playwright-core'
import { checkPage } from './check-page.ts'

/** Window widths: a desktop, and the narrowest screen that WCAG requires (1280 pixels at 400 % zoom). */
const widths = [1_280, 320]

/**
 * Checks pages at every width, in light and dark colours. Prints a line for each page, and returns a line for each
 * fault.
 */
export async function checkPages(browser: Browser, urls: readonly string[]): Promise<readonly string[]> {
  const all: string[] = []
  for (const url of urls) {
    const faults: string[] = []
    for (const width of widths)
      for (const scheme of ['light', 'dark'] as const) {
        const found = await checkPage(url, { browser, width, scheme })
        faults.push(...found.map(fault => `${url} (${width} px, ${scheme}): ${fault}`))
      }
    console.log(`${faults.length === 0 ? 'ok' : 'FAIL'} ${url}`)
    all.push(...faults)
  }
  return all
}
