// `ctxc run` as a chat: questions, approvals, ^C, and what is typed while it works.
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { clerk, newWorld, slowHelper, TestTerminal } from './world.ts'

/** Begins a chat on a terminal, in which answers and the line editor appear. */
function chat(world = newWorld(), text = clerk, ...argv: string[]) {
  const terminal = new TestTerminal()
  const ended = world.with(
    { terminal, onOutput: part => terminal.show(part) },
    ...['run', world.file(text), '--session', 's1', ...argv],
  )
  return { terminal, ended, world }
}

const shownIn = async ({ ctxc }: ReturnType<typeof newWorld>): Promise<string> =>
  (await ctxc('sessions', 'show', 's1')).out

test('a chat answers, asks about a call with all its arguments, and leaves at ^C', async () => {
  const { terminal, ended, world } = chat(undefined, clerk, '--model', 'scripted')
  await terminal.until('> ')
  terminal.type('Hello\r')
  const asked = await terminal.until('why not: ')
  expect(asked).toContain(
    'waiting for approval: clerk calls refund (call 1.1)\n    {\n      "sum": 200\n    }\n',
  )
  terminal.type('y\r')
  const answer = await terminal.until('> ')
  expect(answer).toContain('← refund refunded 200\nThis answer is scripted')
  terminal.type('\u0003')
  const { code, out } = await ended
  expect(code).toBe(0)
  expect(stripVTControlCharacters(out)).toMatch(
    /\nto continue: ctxc run .* --session s1 .* --model scripted\n$/,
  )
  expect(await shownIn(world)).toContain('ada approved 1.1')
})

test.each([
  ['Enter', '\r', 'the call was denied'],
  ['no', 'No\r', 'the call was denied'],
  ['a word that begins like yes', 'yesterday\r', 'the call was denied: yesterday'],
])('%s denies a call', async (_, typed, result) => {
  const { terminal, ended, world } = chat(undefined, clerk, '--model', 'scripted')
  await terminal.until('> ')
  terminal.type('Hello\r')
  await terminal.until('why not: ')
  terminal.type(typed)
  await terminal.until('> ')
  terminal.type('\u0004')
  expect((await ended).code).toBe(0)
  expect(await shownIn(world)).toContain(`✗ refund Error: ${result}\n`)
})

test('text that was typed before a question does not answer it, and is there afterwards', async () => {
  const slow = clerk.replace(
    'execute: ({ order }) => ({ order, paid: 250 })',
    'execute: () => new Promise(resolve => setTimeout(resolve, 50))',
  )
  const { terminal, ended, world } = chat(undefined, slow, '--model', 'scripted')
  await terminal.until('> ')
  terminal.type('Hello\r')
  await terminal.until('→ refund')
  terminal.type('y')
  await terminal.until('why not: ')
  terminal.type('\r')
  await terminal.until('> ')
  terminal.type('es\r')
  await terminal.until('why not: ')
  terminal.type('\u0003')
  expect((await ended).code).toBe(3)
  const shown = await shownIn(world)
  expect(shown).toContain('denied 1.1')
  expect(shown).toContain('user: yes\n')
})

test('leaving at a question keeps the call waiting, and the next chat asks again', async () => {
  const world = newWorld()
  const first = chat(world, clerk, '--model', 'scripted')
  await first.terminal.until('> ')
  first.terminal.type('Hello\r')
  await first.terminal.until('why not: ')
  first.terminal.type('\u0003')
  expect((await first.ended).code).toBe(3)
  const second = chat(world, clerk, '--model', 'scripted')
  await second.terminal.until('why not: ')
  second.terminal.type('yes\r')
  await second.terminal.until('refunded 200')
  await second.terminal.until('> ')
  second.terminal.type('\u0003')
  expect((await second.ended).code).toBe(0)
})

test('^C while it works keeps the partial answer and asks again', async () => {
  const { terminal, ended, world } = chat(undefined, slowHelper('Half an answer'))
  await terminal.until('> ')
  terminal.type('Hello\r')
  await terminal.until('Half an answer')
  terminal.type('\u0003')
  await terminal.until('cancelled')
  await terminal.until('> ')
  terminal.type('\u0003')
  expect((await ended).code).toBe(0)
  expect(await shownIn(world)).toContain('helper: Half an answer\n')
})

test('messages that are typed while it works are answered', async () => {
  const text = `export default { name: 'helper', model: 'm' }
export const script = ({ messages }) => ({ text: 'To ' + messages.filter(({ role }) => role === 'user').length, delay: 40 })`
  const { terminal, ended, world } = chat(undefined, text, '--model', 'scripted')
  await terminal.until('> ')
  terminal.type('One\rTwo\r')
  await terminal.until('To 2')
  await terminal.until('> ')
  terminal.type('\u0003')
  await ended
  const shown = await shownIn(world)
  expect(shown.match(/user: .*/g)).toEqual(['user: One', 'user: Two'])
})

test('work that a crash interrupted is continued first', async () => {
  const world = newWorld()
  const stuck = chat(world, slowHelper('Half'))
  await stuck.terminal.until('> ')
  stuck.terminal.type('Hello\r')
  await stuck.terminal.until('Half')
  const { sqliteStore } = await import('../../run/store/sqlite/index.ts')
  const copy = sqliteStore(world.store)
  // A copy of the session in the middle of its run, as a crash would leave it.
  await copy.fork({ owner: { app: 'ctxc' }, id: 's1' }, 's2', { time: 0, status: 'due' })
  stuck.terminal.type('\u0003')
  await stuck.terminal.until('> ')
  stuck.terminal.type('\u0003')
  await stuck.ended
  await copy.close()
  const terminal = new TestTerminal()
  const app = world.file(`export default { name: 'helper', model: 'm' }`)
  const ended = world.with(
    { terminal, onOutput: part => terminal.show(part) },
    ...['run', app, '--session', 's2', '--model', 'scripted'],
  )
  await terminal.until('continuing what was interrupted')
  await terminal.until('This answer is scripted')
  await terminal.until('> ')
  terminal.type('\u0003')
  expect((await ended).code).toBe(0)
})

test('a chat prints no JSON', async () => {
  const { ended } = chat(undefined, clerk, '--model', 'scripted', '--format', 'json')
  expect(await ended).toMatchObject({ code: 2, err: expect.stringContaining('--format json asks nobody') })
})
