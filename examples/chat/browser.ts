// Uses the page in a real browser: streaming, approval, denial, a reload in the middle of an answer, two tabs, stop, edits,
// answers that are made again, a message while a call runs or waits, an own address, a form that answers a call, an
// approval with other arguments, versions.

import { strict as assert } from 'node:assert'
import { type ChildProcess, spawn } from 'node:child_process'
import { chromium, type Page } from 'playwright-core'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

async function start(): Promise<{ readonly server: ChildProcess; readonly url: string }> {
  const server = spawn(process.execPath, [`${import.meta.dirname}/server.ts`], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>(resolve =>
    server.stdout.once('data', text => resolve(String(text).trim())),
  )
  return { server, url }
}

const { server, url } = await start()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const errors: string[] = []

async function open(chat: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  page.on('pageerror', error => errors.push(error.message))
  await page.goto(`${url}/?chat=${chat}`)
  await page.getByLabel('Message').waitFor()
  return page
}

async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message').fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

const answers = (page: Page) => page.locator('section.assistant').allInnerTexts()
const ready = (page: Page) =>
  page.waitForFunction(() => document.querySelector('#status')?.textContent === 'ready')

async function streaming(): Promise<void> {
  const page = await open('streaming')
  await send(page, 'Tell me something.')
  await page.getByText('word 3').waitFor()
  assert(!(await answers(page)).join().includes('word 59'), 'the answer is not there yet')
  await page.getByText('word 59').waitFor()
}

async function approving(): Promise<void> {
  const page = await open('approving')
  await send(page, 'What is the weather in Oslo?')
  await page.getByText('It is sunny in Oslo. Shall I book?').waitFor()
  await ready(page)
  await send(page, 'Yes, book it.')
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  assert((await answers(page)).join().includes('{"city":"Oslo"}'), 'the person sees the arguments')
  // The approval request is still on the page after a reload.
  await page.reload()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Done: trip to Oslo is booked.').waitFor()
  await page.reload()
  await page.getByText('Done: trip to Oslo is booked.').waitFor()
  assert.equal((await answers(page)).length, 2)
}

async function denying(): Promise<void> {
  const page = await open('denying')
  await send(page, 'Book a trip.')
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.locator('.tool[data-state=output-denied]').waitFor()
}

async function reloading(): Promise<void> {
  const page = await open('reloading')
  await send(page, 'Tell me something.')
  await page.getByText('word 5').waitFor()
  await page.reload()
  const second = await open('reloading')
  for (const each of [page, second]) {
    await each.getByText('word 59').waitFor()
    await ready(each)
    const [answer = '', ...others] = await answers(each)
    assert.equal(others.length, 0, 'one answer')
    assert.equal(answer.split('word 7 ').length, 2, 'each word once')
    assert(answer.includes('A long answer: word 0'), 'from its beginning')
  }
}

async function stopping(): Promise<void> {
  const page = await open('stopping')
  await send(page, 'Tell me something.')
  await page.getByText('word 5').waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await ready(page)
  const [answer = ''] = await answers(page)
  assert(!answer.includes('word 59'), 'it was stopped')
  await page.reload()
  await page.getByText('word 5').waitFor()
  assert(answer.startsWith((await answers(page))[0]?.slice(0, 40) ?? '?'), 'what was said is kept')
}

/** Checks that a page shows the same content after a reload. */
async function same(page: Page): Promise<void> {
  const seen = await page.locator('section').allInnerTexts()
  await page.reload()
  await page.getByLabel('Message').waitFor()
  assert.deepEqual(await page.locator('section').allInnerTexts(), seen)
}

async function talk(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await send(page, `My name is ${name}.`)
    await page.locator('section.assistant').getByText(name).waitFor()
    await ready(page)
  }
}

async function editing(): Promise<void> {
  const page = await open('editing')
  await talk(page, 'Ada', 'Bob', 'Cy')
  await page.getByRole('button', { name: 'Edit' }).nth(1).click()
  await send(page, 'My name is Eve.')
  await page.locator('section.assistant').getByText('Eve').waitFor()
  await ready(page)
  assert.equal((await answers(page)).length, 2)
  await same(page)
  assert(!(await answers(page)).join().includes('Bob'), 'the old words are gone')
}

async function again(): Promise<void> {
  const page = await open('again')
  await talk(page, 'Ada', 'Bob')
  const [first = ''] = await answers(page)
  await page.getByRole('button', { name: 'Again' }).first().click()
  await page.waitForFunction(
    before => document.querySelector('section.assistant')?.textContent !== before,
    first,
  )
  await page.locator('section.assistant').getByText('Ada').waitFor()
  await ready(page)
  const [second = '', ...others] = await answers(page)
  assert(second !== first && second.includes('Ada'), 'the first question is answered again')
  assert.equal(others.length, 0)
  await same(page)
}

async function stoppingTools(): Promise<void> {
  const page = await open('stopping-tools')
  await send(page, 'Search a flight.')
  await page.locator('.tool[data-state=input-available]').waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.locator('.tool[data-state=output-error]').waitFor()
  await ready(page)
  await same(page)
  await talk(page, 'Ada')
  await same(page)
}

async function interrupting(): Promise<void> {
  const page = await open('interrupting')
  await send(page, 'Book a trip.')
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  await ready(page)
  await talk(page, 'Ada')
  await page.locator('.tool[data-state=output-denied]').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
  await same(page)
}

/** Checks that a person reads her own address in an answer, for which the model has a placeholder. */
async function showingAddress(): Promise<void> {
  const page = await open('address')
  await send(page, 'My address is ada@example.org.')
  await page.locator('section.assistant').getByText('I write to ada@example.org, as you asked.').waitFor()
  await ready(page)
  await same(page)
}

async function answering(): Promise<void> {
  const page = await open('answering')
  await send(page, 'Choose a seat.')
  await page.getByLabel('Seat', { exact: true }).first().waitFor()
  // The form is still there after a reload.
  await page.reload()
  await page.getByLabel('Seat', { exact: true }).first().fill('7A')
  await page.getByRole('button', { name: 'Seat' }).click()
  await page.getByText('You sit on 7A.').waitFor()
  await ready(page)
  await same(page)
}

async function changingArguments(): Promise<void> {
  const page = await open('changing')
  await send(page, 'Book a trip.')
  await page.getByLabel('Other city').first().fill('Bergen')
  await page.getByRole('button', { name: 'Other city' }).click()
  await page.getByText('Done: trip to Bergen is booked.').waitFor()
  await ready(page)
  await same(page)
}

async function versions(): Promise<void> {
  const page = await open('versions')
  await talk(page, 'Ada', 'Bob')
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await send(page, 'My name is Eve.')
  await page.locator('section.assistant').getByText('Eve').waitFor()
  await ready(page)
  await page.getByRole('button', { name: 'Version 1' }).click()
  await page.locator('section.assistant').getByText('Bob').waitFor()
  assert(!(await answers(page)).join().includes('Eve'), 'the first version alone')
  await talk(page, 'Cy')
  assert.equal((await answers(page)).length, 3)
  await same(page)
  await page.getByRole('button', { name: 'Version 2' }).click()
  await page.locator('section.assistant').getByText('Eve').waitFor()
  assert.equal((await answers(page)).length, 1)
}

const scenes = [
  streaming,
  approving,
  denying,
  reloading,
  stopping,
  editing,
  again,
  stoppingTools,
  interrupting,
  showingAddress,
  answering,
  changingArguments,
  versions,
]

try {
  for (const scene of scenes) {
    await scene()
    console.log(`ok ${scene.name}`)
  }
  assert.deepEqual(errors, [])
} finally {
  await browser.close()
  server.kill()
}
