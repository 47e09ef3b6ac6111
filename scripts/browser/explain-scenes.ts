import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import type { Scene } from './play-scenes.ts'

/** Addresses of the pages of `ctxc explain --html` that the scenes use. */
type Pages = Readonly<Record<string, string>>

const visible = (page: Page, selector: string) => page.locator(selector).filter({ visible: true })
const searched = async (page: Page, text: string): Promise<string> => {
  await page.getByRole('searchbox').fill(text)
  return (await page.locator('#found').textContent()) ?? ''
}

/** Answers "Where did X go?": the search finds dropped messages, with their fate and the reason. */
async function searching(page: Page, { recorded, replaced }: Pages): Promise<void> {
  await page.goto(recorded as string)
  assert.equal(await searched(page, 'k1nw8n'), '1 sent, 5 dropped')
  const rows = await visible(page, 'details.dropped').allInnerTexts()
  assert.equal(rows.length, 5)
  for (const row of rows) {
    assert.match(row, /dropped: older than the history that fits the budget/)
    assert.match(row, /K1NW8N/)
  }
  // Text with quotation marks, as in tool arguments.
  assert.equal(await searched(page, '"reservation_id": "K1NW8N"'), '0 sent, 2 dropped')
  await page.getByRole('searchbox').press('Escape')
  assert.equal(await page.locator('#found').textContent(), '')

  await page.goto(replaced as string)
  assert.equal(await searched(page, 'Lindgren'), '0 sent, 1 dropped')
  const row = visible(page, 'details.dropped')
  assert.match(await row.innerText(), /replaced by a summary/)
  await row.locator('summary').click()
  await row.getByRole('link', { name: 'Read the summary' }).click()
  await page.locator('details[open]').filter({ hasText: 'They look for a hotel.' }).waitFor()
  assert.equal(await searched(page, 'code is in the middle: tulip'), '1 sent, 0 dropped')
  const cut = await visible(page, 'details.block').innerText()
  assert.match(cut, /compacted/)
  assert.match(cut, /Not in the text as sent: .*tulip/)
}

/**
 * The browser's own search opens the row of a dropped message that contains the text. A link to a text works the same
 * way.
 */
async function finding(page: Page, { recorded }: Pages): Promise<void> {
  await page.goto(`${recorded}#:~:text=how%20much%20will%20be%20charged`)
  const row = page.locator('details[open]')
  await row.waitFor()
  assert.match((await row.getAttribute('class')) ?? '', /dropped/)
  assert.match(await row.innerText(), /how much will be charged/)
}

/** Uses only the keyboard: skip, open, continue, close, and a link from the history to dropped messages. */
async function typing(page: Page, { recorded }: Pages): Promise<void> {
  await page.goto(recorded as string)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForFunction('document.activeElement?.id === "messages"')
  const first = page.locator('details.block').first()
  await first.locator('summary').focus()
  await page.keyboard.press('Enter')
  assert.equal(await first.getAttribute('open'), '')
  await page.keyboard.press('Escape')
  assert.equal(await first.getAttribute('open'), null)
  await page.keyboard.press('j')
  const now = 'document.activeElement?.closest("details.block")?.id ?? ""'
  const second = await page.locator('details.block').nth(1).getAttribute('id')
  assert.equal(await page.evaluate(now), second)
  await page.getByRole('link', { name: '9 units dropped here' }).press('Enter')
  await page.waitForFunction('document.activeElement?.id === "dropped-0"')
}

/** A link to a message opens the message, even if it was dropped. */
async function linking(page: Page, { recorded }: Pages): Promise<void> {
  await page.goto(`${recorded}#u0.0`)
  const row = page.locator('details.dropped').first()
  assert.equal(await row.getAttribute('open'), '')
  assert.match(await row.innerText(), /Hi! How can I help you today\?/)
}

/** A page that is too small for its session reports what is missing, and how to find it. */
async function bounding(page: Page, { long }: Pages): Promise<void> {
  await page.goto(long as string)
  assert.match(await searched(page, 'The oldest.'), /^0 sent, 0 dropped; \d+ units are not on this page$/)
  await searched(page, '')
  for (const line of await page.locator('.missing').allInnerTexts())
    assert.match(
      line,
      /^\d+ older units .*not on this page\. ctxc explain FILE --find TEXT searches everything\.$/,
    )
  assert.equal(await page.locator('.missing').count(), 2)
}

/** A script that gets into the page's text does not run. */
async function guarding(page: Page, { colours }: Pages): Promise<void> {
  await page.goto(colours as string)
  const isBlocked = await page.addScriptTag({ content: 'globalThis.ran = true' }).then(
    () => false,
    () => true,
  )
  assert(isBlocked, 'the policy blocks other scripts')
  assert.equal(await page.evaluate('globalThis.ran'), undefined)
}

/** On paper, all sent messages are open, and dropped messages are listed. */
async function printing(page: Page, { recorded }: Pages): Promise<void> {
  await page.goto(recorded as string)
  await page.emulateMedia({ media: 'print' })
  assert.equal(await visible(page, '.as-sent').count(), await page.locator('.as-sent').count())
  assert.equal(await visible(page, 'details.dropped > summary').count(), 9)
  assert.equal(await visible(page, '#filter').count(), 0)
}

/** Bar pieces keep their colours and patterns if the operating system replaces all colours. */
async function forcing(page: Page, { recorded }: Pages): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(recorded as string)
  const looks = (await page.evaluate(`[...document.querySelectorAll('.bar i')].map(piece => {
    const { backgroundColor, backgroundImage } = getComputedStyle(piece)
    return backgroundColor + ' ' + backgroundImage
  })`)) as readonly string[]
  assert(new Set(looks).size >= 4, 'system text, tools, users, the model and what was dropped look different')
}

/** Without scripts, the rows still open, and no control is shown that does nothing. */
async function scriptless(page: Page, { recorded }: Pages): Promise<void> {
  await page.goto(recorded as string)
  assert.equal(await visible(page, 'input, button').count(), 0)
  const row = page.locator('details.dropped').first()
  await row.locator('summary').press('Enter')
  await row.getByText('Hi! How can I help you today?', { exact: true }).last().waitFor()
}

export const explainScenes: readonly Scene<Pages>[] = [
  [searching, {}],
  [finding, {}],
  [typing, { reducedMotion: 'reduce' }],
  [linking, {}],
  [bounding, {}],
  [guarding, {}],
  [printing, {}],
  [forcing, {}],
  [scriptless, { javaScriptEnabled: false }],
]
