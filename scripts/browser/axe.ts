import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'],
  resultTypes: ['violations'],
}

/** Returns the violations that axe finds in a page, one line for each element. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(source)
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResults
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, any, all, none }) => {
      const why = [...any, ...all, ...none][0]?.message ?? ''
      return `axe ${id}: ${target.join(' ')} ${html.slice(0, 120)} (${why})`
    }),
  )
}
