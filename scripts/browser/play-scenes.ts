import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** Steps of a user on a page, which throw if the page reacts wrongly, and the browser that plays them. */
export type Scene<Pages> = readonly [(page: Page, pages: Pages) => Promise<void>, BrowserContextOptions]

/** Plays scenes, each in a new browser context. Returns a line for each failed scene. */
export async function playScenes<Pages>(
  browser: Browser,
  pages: Pages,
  scenes: readonly Scene<Pages>[],
): Promise<readonly string[]> {
  const faults: string[] = []
  for (const [scene, options] of scenes) {
    const context = await browser.newContext(options)
    try {
      await scene(await context.newPage(), pages)
      console.log(`ok ${scene.name}`)
    } catch (error) {
      faults.push(`${scene.name}: ${error instanceof Error ? error.message : error}`)
    } finally {
      await context.close()
    }
  }
  return faults
}
