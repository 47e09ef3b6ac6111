// Speaks with the page in a real browser, with the engine on the server and in the browser: voice both ways, an interruption,
// phases in the middle of the conversation, a lost connection, a reload, the microphone, the keyboard and narrow screens.
import { strict as assert } from 'node:assert'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { LiveServer, ServedConnection } from 'ctxc/testing/live'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { WebSocket } from 'ws'
import { instructions } from './agent.ts'
import { startServer } from './server.ts'
import { fromBase64, inputRate, syllables } from './sound.ts'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'ctxc-voice-'))

/** Writes the sound file for the microphone: half a second of silence, a voice, and silence. */
function microphoneFile(): string {
  const voice = syllables(1.2, inputRate, 130)
  const samples = Int16Array.from({ length: inputRate * 3 }, (_, at) => voice[at - inputRate / 2] ?? 0)
  const header = Buffer.alloc(44)
  header.write('RIFF____WAVEfmt ', 'latin1')
  header.writeUInt32LE(36 + samples.byteLength, 4)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20) // PCM
  header.writeUInt16LE(1, 22) // one channel
  header.writeUInt32LE(inputRate, 24)
  header.writeUInt32LE(inputRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples.byteLength, 40)
  const path = join(folder, 'voice.wav')
  writeFileSync(path, Buffer.concat([header, Buffer.from(samples.buffer)]))
  return path
}

const server = await startServer()
const model = server.model as LiveServer
const browser = await chromium.launch({
  executablePath,
  args: [
    ...['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    `--use-file-for-fake-audio-capture=${microphoneFile()}%noloop`,
  ],
})
const errors: string[] = []
const addresses = new Set<string>()

interface Witness {
  /** Times of the sounds that were scheduled, in seconds of the audio clock. */
  readonly starts: { readonly when: number; readonly duration: number }[]
  /** Returns how loud the page's sound is at this moment. */
  loudness(): number
}

/** Observes the browser's audio output, independently of the page. */
function watchAudio(): void {
  const starts: { readonly when: number; readonly duration: number }[] = []
  let analyser: AnalyserNode | undefined
  const { start } = AudioBufferSourceNode.prototype
  AudioBufferSourceNode.prototype.start = function (when = 0) {
    starts.push({ when, duration: this.buffer?.duration ?? 0 })
    if (analyser?.context !== this.context) analyser = new AnalyserNode(this.context)
    this.connect(analyser as AnalyserNode)
    start.call(this, when)
  }
  const loudness = (): number => {
    const samples = new Float32Array(analyser?.fftSize ?? 1)
    analyser?.getFloatTimeDomainData(samples)
    return Math.max(...samples.map(Math.abs))
  }
  Object.assign(window, { witness: { starts, loudness } satisfies Witness })
}

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(watchAudio)
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  page.on('request', request => addresses.add(new URL(request.url()).origin))
  page.on('websocket', socket => addresses.add(new URL(socket.url()).origin))
  await page.goto(`${server.url}${path}`)
  return page
}

async function until(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`it never came: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const text = async (page: Page, selector: string) => (await page.locator(selector).textContent()) ?? ''
const samples = async (page: Page, which: 'played' | 'dropped') =>
  Number(await page.locator('#sound').getAttribute(`data-${which}`))
const witness = <Value>(page: Page, look: (witness: Witness) => Value) =>
  page.evaluate(`(${look})(window.witness)`) as Promise<Value>
const isLoud = (page: Page) => witness(page, ({ loudness }) => loudness() > 0.05)
const phase = (page: Page, name: string) =>
  until(`phase ${name}`, async () => (await text(page, '#phase')) === name)
const connected = (page: Page) =>
  until('a connection', async () => (await text(page, '#connection')) === 'connected')
const sounds = (page: Page) => until('sound', () => isLoud(page))
/** Waits until the model's turn has ended, and all of its sound was played. */
const quiet = (page: Page) =>
  until(
    'silence',
    async () => (await text(page, '#sound')) === 'silent' && (await text(page, '#caption')) === '',
  )

const newest = () => model.connections.at(-1) as ServedConnection
const held = (connection = newest()) =>
  connection
    .view()
    .context.map(each => each.text)
    .join('\n')

async function assertAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(axe)
    const { violations } = (await page.evaluate('axe.run()')) as AxeResults
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      [],
    )
  }
}

/** Speaks with the model up to the last phase. */
async function talking(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start' }).focus()
  await page.keyboard.press('Enter')
  await connected(page)
  await phase(page, 'greeting')
  await sounds(page)
  await quiet(page)
  assert((await samples(page, 'played')) > 24_000, 'the welcome was played')
  const connection = newest()

  await press(page, 'Demo voice')
  await phase(page, 'booking')
  await quiet(page)
  await press(page, 'Demo voice')
  await phase(page, 'done')
  const { instruction, context } = connection.view()
  assert(held().includes(instructions.booking), 'the model was told the phase')
  const result = context.findLast(({ role }) => role === 'tool')?.text ?? ''
  assert(result.includes(instructions.done), 'the result brought the phase with it')
  assert.equal(instruction, 'You are a helpful restaurant reservation assistant.')
  const told = await text(page, '#told')
  for (const each of Object.values(instructions)) assert(told.includes(each), `the page shows: ${each}`)

  const starts = await witness(page, ({ starts }) => starts)
  const rests = starts.slice(1).map(({ when }, index) => {
    const { when: before, duration } = starts[index] as Witness['starts'][number]
    return when - before - duration
  })
  assert(Math.min(...rests) > -0.001, 'no two pieces are played at once')
  // Three answers have two pauses between them. A busy machine may be late once.
  assert(rests.filter(rest => rest > 0.001).length <= 3, 'pieces follow without a gap')
}

async function interrupting(page: Page): Promise<void> {
  await sounds(page)
  const before = await samples(page, 'dropped')
  await press(page, 'Demo voice')
  await until('the end of the sound', async () => (await samples(page, 'dropped')) > before)
  const played = await samples(page, 'played')
  assert.equal(await text(page, '#sound'), 'silent')
  await page.waitForTimeout(150)
  assert(!(await isLoud(page)), 'nothing is heard')
  assert.equal(await samples(page, 'played'), played)
  await page.getByText('(interrupted)').waitFor()
  await sounds(page)
  await quiet(page)
}

/** Breaks the connection to the model, and checks that a new connection continues. */
async function losing(page: Page): Promise<void> {
  const before = newest()
  before.act({ type: 'drop' })
  await until('another connection', () => newest() !== before)
  await connected(page)
  await until('the phase', () => held().includes(instructions.done))
  assert(held().includes('I would like a table'), 'the handle resumed the conversation')
  await writing(page, 'Thank you.')
}

async function writing(page: Page, words: string): Promise<void> {
  const answers = () => page.locator('#said li[data-kind=model]').count()
  const before = await answers()
  await page.getByLabel('Message').fill(words)
  await page.keyboard.press('Enter')
  await page.getByText(`You: ${words}`, { exact: true }).waitFor()
  await until('an answer', async () => (await answers()) > before)
  await quiet(page)
}

async function listening(page: Page): Promise<void> {
  const pieces = () =>
    newest().received.flatMap(frame => {
      const { realtimeInput } = frame as { realtimeInput?: { audio: { data: string } } }
      return realtimeInput ? [fromBase64(realtimeInput.audio.data).length / inputRate] : []
    })
  const before = pieces().length
  const { context } = newest().view()
  const microphone = page.getByRole('button', { name: 'Microphone' })
  await microphone.click()
  await until('a voice', () => newest().view().context.length > context.length)
  assert.equal(await microphone.getAttribute('aria-pressed'), 'true')
  await microphone.click()
  const heard = pieces().slice(before)
  assert(heard.length > 30, 'more than a second was heard')
  assert(
    heard.every(seconds => seconds >= 0.02 && seconds <= 0.04),
    'pieces of 20 to 40 ms',
  )
  await sounds(page)
  await quiet(page)
  const after = pieces().length
  await page.waitForTimeout(200)
  assert.equal(pieces().length, after, 'a closed microphone sends nothing')
}

async function ending(page: Page): Promise<void> {
  await press(page, 'End')
  await until('the end', () => newest().closed)
  await page.getByText('ended: stopped').waitFor()
}

async function onServer(page: Page): Promise<void> {
  // After a reload, the page continues the conversation on the server.
  const connections = model.connections.length
  const said = await text(page, '#said')
  await page.reload()
  await press(page, 'Continue')
  await connected(page)
  await until('the transcript', async () => (await text(page, '#said')) === said)
  await phase(page, 'done')
  await writing(page, 'One more thing.')
  assert.equal(model.connections.length, connections, 'the model noticed nothing')

  // A page that lost its socket continues too. Reports that it already has are not sent again.
  const lines = await page.locator('#said li').count()
  const [socket] = server.pages
  socket?.terminate()
  await until('another socket', () => server.pages.size === 1 && !server.pages.has(socket as WebSocket))
  await connected(page)
  await writing(page, 'Are you there?')
  assert.equal(await page.locator('#said li').count(), lines + 2)
}

async function inBrowser(page: Page): Promise<void> {
  // With the engine in the browser, a reload begins a new conversation.
  await page.reload()
  await press(page, 'Start')
  await connected(page)
  await phase(page, 'greeting')
  await sounds(page)
  await quiet(page)
  assert.equal(await page.locator('#said li').count(), 1)
}

async function refusing(): Promise<void> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/talk`, { origin: 'http://other.test' })
  await assert.rejects(new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject)))
}

const scenes = {
  '/': [talking, interrupting, losing, onServer, listening, ending],
  '/?engine=browser': [talking, interrupting, losing, inBrowser, listening, ending],
}

try {
  for (const [path, acts] of Object.entries(scenes)) {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 } })
    const page = await open(context, path)
    await assertAccessible(page)
    for (const act of acts) {
      await act(page)
      console.log(`ok ${path} ${act.name}`)
    }
    await assertAccessible(page)
    assert(await page.evaluate(() => document.documentElement.scrollWidth <= 320), 'it fits 320 px')
    await context.close()
    // Only the place where the engine runs (server or browser) connects to the model.
    assert.equal(addresses.has(new URL(model.url).origin), path !== '/')
  }
  await refusing()
  const own = [server.url, server.url.replace('http', 'ws'), new URL(model.url).origin]
  assert.deepEqual(
    [...addresses].filter(address => !own.includes(address)),
    [],
  )
  assert.deepEqual(errors, [])
  for (const connection of model.connections) {
    const { violations, interruptions } = connection.view()
    assert.deepEqual(violations, [])
    assert.deepEqual(
      interruptions.filter(({ by }) => by !== 'user-speech'),
      [],
    )
  }
} finally {
  await browser.close()
  await server.close()
  rmSync(folder, { recursive: true })
}
