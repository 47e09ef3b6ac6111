// A folder with a store, modules to run, and a terminal that a test types into.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import type { Terminal } from '../io.ts'
import { type CommandResult, runIn, type TestFiles } from '../test-io.ts'

/** A store of its own, and commands on it. */
export interface World {
  readonly store: string
  file(text: string): string
  ctxc(...argv: string[]): Promise<CommandResult>
  with(files: TestFiles, ...argv: string[]): Promise<CommandResult>
}

let made = 0

export function newWorld(): World {
  const folder = mkdtempSync(join(tmpdir(), 'ctxc-cli-'))
  const store = join(folder, 'sessions.db')
  const stored = (argv: string[]) => (argv.includes('--store') ? argv : [...argv, '--store', store])
  return {
    store,
    file(text) {
      const path = join(folder, `app${made++}.mjs`)
      writeFileSync(path, text)
      return path
    },
    ctxc: (...argv) => runIn({}, ...stored(argv)),
    with: (files, ...argv) => runIn(files, ...stored(argv)),
  }
}

/** A clerk with a tool that waits for approval and one that does not. */
export const clerk = `export default { name: 'clerk', model: 'gpt-5.4', instruction: 'Handle refunds.', tools: [
  { name: 'look_up', parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    execute: ({ order }) => ({ order, paid: 250 }) },
  { name: 'refund', parameters: { type: 'object', properties: { sum: { type: 'number', minimum: 200 } }, required: ['sum'] },
    needsApproval: true, execute: ({ sum }) => 'refunded ' + sum },
] }`

/** A helper without tools, and its client: what it says, before it waits until the run is cancelled. */
export const slowHelper = (text: string): string => `
export default { name: 'helper', model: 'gpt-5.4' }
export const models = { 'gpt-': { target: 'openai-chat', async *stream(request, { signal }) {
  yield { type: 'text', text: ${JSON.stringify(text)} }
  const alive = setInterval(() => {}, 1_000)
  await new Promise(resolve => signal.addEventListener('abort', resolve))
  clearInterval(alive)
} } }`

/** A terminal whose user types what a test wants, and what it shows. */
export class TestTerminal implements Terminal {
  readonly input = new PassThrough()
  shown = ''
  readonly output = new Writable({
    write: (chunk, _, done) => {
      this.show(String(chunk))
      done()
    },
  })
  private readonly waiting = new Set<() => void>()

  show(text: string): void {
    this.shown += text
    for (const look of this.waiting) look()
  }

  type(text: string): void {
    this.input.write(text)
  }

  /** Resolves when a text is shown, and returns all that was shown up to it; the next search begins after it. */
  async until(text: string): Promise<string> {
    await new Promise<void>(resolve => {
      const look = (): void => {
        if (!this.shown.includes(text)) return
        this.waiting.delete(look)
        resolve()
      }
      this.waiting.add(look)
      look()
    })
    const end = this.shown.indexOf(text) + text.length
    const before = this.shown.slice(0, end)
    this.shown = this.shown.slice(end)
    return before
  }
}
