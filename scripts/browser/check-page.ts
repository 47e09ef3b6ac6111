import type { Browser, Page } from 'playwright-core'
import { axeViolations } from './axe.ts'
import { focusFaults } from './focus.ts'

/** Settings for opening a page. */
export interface PageCheck {
  readonly browser: Browser
  /** Width of the window, in CSS pixels. */
  readonly width: number
  readonly scheme: 'light' | 'dark'
}

const openAll = `for (const details of document.querySelectorAll('details')) details.open = true`

/**
 * Opens a page and returns its faults, one line each: violations of axe, scrolling to the side, network requests, errors
 * of scripts and on the console, and elements that the keyboard does not reach.
 */
export async function checkPage(url: string, options: PageCheck): Promise<readonly string[]> {
  return [...(await loadedFaults(url, options)), ...(await contentFaults(url, options))]
}

/** Faults of the unchanged page, into which nothing is injected. */
async function loadedFaults(url: string, { browser, width, scheme }: PageCheck): Promise<readonly string[]> {
  // Smooth scrolling is off, because the page would be measured before it has scrolled.
  const reducedMotion = 'reduce'
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: scheme,
    reducedMotion,
  })
  try {
    const page = await context.newPage()
    const faults = watch(page, url)
    await page.goto(url, { waitUntil: 'load' })
    faults.push(...(await sideways(page, width)), ...(await focusFaults(page)))
    await page.evaluate(openAll)
    faults.push(...(await sideways(page, width)))
    return faults
  } finally {
    await context.close()
  }
}

/** Violations of axe with all detail rows open. The scripts of axe run in a page without a content security policy. */
async function contentFaults(url: string, { browser, width, scheme }: PageCheck): Promise<readonly string[]> {
  const viewport = { width, height: 800 }
  const context = await browser.newContext({ viewport, colorScheme: scheme, bypassCSP: true })
  try {
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'load' })
    await page.evaluate(openAll)
    return await axeViolations(page)
  } finally {
    await context.close()
  }
}

/** Records what a page must not do while it is open. */
function watch(page: Page, url: string): string[] {
  const faults: string[] = []
  const own = new URL(url)
  page.on('pageerror', error => faults.push(`script: ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`)
  })
  page.on('request', request => {
    const { protocol, host } = new URL(request.url())
    const isLocal = ['file:', 'data:', 'blob:'].includes(protocol)
    if (!isLocal && (own.protocol === 'file:' || host !== own.host))
      faults.push(`network: ${request.url()} was requested`)
  })
  page.on('websocket', socket => faults.push(`network: ${socket.url()} was opened`))
  return faults
}

/** Elements that are wider than the window, if the page scrolls to the side. */
async function sideways(page: Page, width: number): Promise<readonly string[]> {
  const wide = (await page.evaluate(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(element => element.getBoundingClientRect().right > clientWidth)
    return [scrollWidth + ' px', ...wide.slice(0, 3).map(element => element.outerHTML.slice(0, 120))]
  })()`)) as readonly string[]
  return wide.length === 0 ? [] : [`width: the page scrolls to the side at ${width} px: ${wide.join(' | ')}`]
}
