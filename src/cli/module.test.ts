import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runIn } from './test-io.ts'

const folder = mkdtempSync(join(tmpdir(), 'ctxc-'))
afterAll(() => rmSync(folder, { recursive: true }))
let made = 0

/** A module of this text, in a file of its own. */
function moduleOf(text: string): string {
  const file = join(folder, `program${made++}.mjs`)
  writeFileSync(file, text)
  return file
}

const greeter = moduleOf(`
export const session = { events: [{ author: 'user', text: 'Hello' }], toJSON: () => ({ state: { name: 'Ann' }, events: session.events }) }
export default { kind: 'pipeline', members: [
  { name: 'first', model: 'gpt-5.4', instruction: 'Greet {name}.' },
  { name: 'second', model: 'gpt-5.4', instruction: 'Say goodbye.' },
] }
`)

test('a program is compiled for the agent that is due, or the one that is named', async () => {
  const { code, out } = await runIn({}, 'compile', greeter, '--format', 'json')
  expect(code).toBe(0)
  expect(JSON.parse(out).request.instructions).toBe('You are first.\n\nGreet Ann.')
  const named = await runIn({}, 'compile', greeter, '--agent', 'second', '--format', 'json')
  expect(JSON.parse(named.out).request.instructions).toBe('You are second.\n\nSay goodbye.')
  expect((await runIn({}, 'explain', greeter)).out).toContain('instruction')
})

test('its session may come from a file, and diff takes programs too', async () => {
  const files = {
    's.json': JSON.stringify({ state: { name: 'Bob' }, events: [{ author: 'user', text: 'Hi' }] }),
  }
  const { out } = await runIn({ files }, 'compile', greeter, '--session', 's.json', '--format', 'json')
  expect(JSON.parse(out).request).toMatchObject({
    instructions: 'You are first.\n\nGreet Bob.',
    input: [{ content: 'Hi' }],
  })
  const other = moduleOf(`export const app = { name: 'first', model: 'gpt-5.4', instruction: 'Greet Bob.' }`)
  expect((await runIn({ files }, 'diff', greeter, other, '--session', 's.json')).code).toBe(0)
})

test.each([
  ['nothing to compile', 'export const x = 1', 'exports no agent and no pipeline'],
  [
    'several programs',
    `export const a = { name: 'a', model: 'm' }; export const b = { name: 'b', model: 'm' }`,
    "several programs: 'a', 'b'",
  ],
  ['a module that throws', `throw new Error('no key')`, 'no key'],
  [
    'a malformed agent',
    `export default { name: 'a', model: 'm', instructon: '' }`,
    "agent has no 'instructon'",
  ],
])('%s is told, not traced', async (_, text, said) => {
  const { code, err } = await runIn({}, 'compile', moduleOf(text), '--model', 'gpt-5.4')
  expect(code).toBe(2)
  expect(err).toContain(said)
})

test('what goes with a module alone is refused for a conversation', async () => {
  const files = { 'c.json': '[{"role":"user","content":"hi"}]' }
  const { code, err } = await runIn({ files }, 'compile', 'c.json', '--agent', 'a')
  expect([code, err.includes('--agent goes with a program')]).toEqual([2, true])
  expect((await runIn({}, 'compile', greeter, '--agent', 'nobody')).err).toContain(
    "no agent 'nobody'; there are first, second",
  )
})
