import type { Page } from 'playwright-core'

/** Lists the elements that the Tab key should reach, with their style before they have the focus. */
const collect = `
globalThis.reachable = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
  .filter(element => element.tabIndex >= 0 && !element.disabled && element.checkVisibility({ visibilityProperty: true }))
globalThis.look = element => {
  const { boxShadow, borderColor, backgroundColor, textDecoration } = getComputedStyle(element)
  return [boxShadow, borderColor, backgroundColor, textDecoration].join()
}
globalThis.looks = reachable.map(look)
document.activeElement?.blur()
scrollTo(0, 0)
reachable.map(element => element.outerHTML.slice(0, 120))
`

/** Reports the focused element: its place in the list, whether its focus mark is visible, and whether it is covered. */
const report = `
(() => {
  const element = document.activeElement
  const at = reachable.indexOf(element)
  if (at < 0) return { at, name: element?.outerHTML.slice(0, 120) ?? '' }
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  const isMarked = (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || look(element) !== looks[at]
  // The first line of a link over two lines: the middle of all its lines may be outside the link.
  const { left, top, right, bottom } = element.getClientRects()[0]
  const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2]
  const above = document.elementFromPoint(x, y)
  return { at, isMarked, isSeen: above !== null && (element.contains(above) || above.contains(element)) }
})()
`

interface Focused {
  readonly at: number
  readonly name?: string
  readonly isMarked?: boolean
  readonly isSeen?: boolean
}

/**
 * Presses Tab through a page. Returns a line for each interactive element that Tab misses, reaches in the wrong order,
 * or focuses without a visible mark or behind another element.
 */
export async function focusFaults(page: Page): Promise<readonly string[]> {
  const names = (await page.evaluate(collect)) as readonly string[]
  const met = new Set<number>()
  const faults: string[] = []
  let last = -1
  for (const _ of names) {
    await page.keyboard.press('Tab')
    const { at, name, isMarked, isSeen } = (await page.evaluate(report)) as Focused
    // The document itself has the focus between the last element and the first.
    if (name?.startsWith('<body')) break
    const element = names[at] ?? name ?? ''
    if (at < 0) faults.push(`focus: Tab reaches an unexpected element: ${element}`)
    else if (at < last) faults.push(`focus: Tab goes back: ${element}`)
    if (isMarked === false) faults.push(`focus: no visible mark: ${element}`)
    if (isSeen === false) faults.push(`focus: hidden behind something: ${element}`)
    if (met.has(at)) break
    met.add(at)
    last = at
  }
  const missed = names.filter((_, at) => !met.has(at))
  return [...faults, ...missed.map(name => `focus: Tab does not reach: ${name}`)]
}
