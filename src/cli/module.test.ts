import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { runIn } from './test-io.ts'
import { moduleOf } from './test-module.ts'

const greeter = moduleOf(`
export const session = { events: [{ author: 'user', text: 'Hello' }], toJSON: () => ({ state: { name: 'Ann' }, events: session.events }) }
export default { kind: 'pipeline', members: [
  { name: 'first', model: 'gpt-5.4', instruction: 'Greet {name}.' },
  { name: 'second', model: 'gpt-5.4', instruction: 'Say goodbye.' },
] }
`)

test('a program is compiled for the agent that is next, or the one that is named', async () => {
  const { code, out } = await runIn({}, 'compile', greeter, '--format', 'json')
  expect(code).toBe(0)
  expect(JSON.parse(out).request.instructions).toBe('You are first.\n\nGreet Ann.')
  const named = await runIn({}, 'compile', greeter, '--agent', 'second', '--format', 'json')
  expect(JSON.parse(named.out).request.instructions).toBe('You are second.\n\nSay goodbye.')
  expect((await runIn({}, 'explain', greeter)).out).toContain('instruction')
})

test('the session of a program may come from a file, and diff takes programs too', async () => {
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

test("an instruction may be written by a module next to the program's", async () => {
  const say = moduleOf('export const say = (_, tone) => `Be ${tone}.`')
  const instruction = { module: `.//${basename(say)}`, export: 'say', args: ['kind'] }
  const agent = { name: 'a', model: 'gpt-5.4', identity: false, instruction }
  const file = moduleOf(`export default ${JSON.stringify(agent)}`)
  const { out } = await runIn({}, 'compile', file, '--format', 'json')
  expect(JSON.parse(out).request.instructions).toBe('Be kind.')
})

test.each([
  ['a module that ends in the middle', 'export default {', 'cannot load'],
  ['a module without a program', 'export const x = 1', 'exports no agent and no pipeline'],
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
])('%s is reported without a stack trace', async (_, text, said) => {
  const { code, err } = await runIn({}, 'compile', moduleOf(text), '--model', 'gpt-5.4')
  expect(code).toBe(2)
  expect(err).toContain(said)
})

test('options for programs are refused for a conversation', async () => {
  const files = { 'c.json': '[{"role":"user","content":"hi"}]' }
  const { code, err } = await runIn({ files }, 'compile', 'c.json', '--agent', 'a')
  expect([code, err.includes('--agent needs a program')]).toEqual([2, true])
  expect((await runIn({}, 'compile', greeter, '--agent', 'nobody')).err).toContain(
    "no agent 'nobody': use one of first, second",
  )
})

const several = moduleOf(`
export const first = { name: 'first', model: 'gpt-5.4', instruction: 'Be first.' }
export const second = { name: 'second', model: 'gpt-5.4', instruction: 'Be second.' }
`)

test('--export chooses one of several programs by name', async () => {
  for (const command of ['compile', 'explain', 'diff']) {
    const files = command === 'diff' ? [several, several] : [several]
    const { err } = await runIn({}, command, ...files)
    expect(err).toContain(
      "exports several programs: 'first', 'second'\n  = help: choose a program, as in --export first",
    )
    expect((await runIn({}, command, ...files, '--export', 'second')).code).toBe(0)
  }
  const { out } = await runIn({}, 'compile', several, '--export', 'second', '--format', 'json')
  expect(JSON.parse(out).request.instructions).toBe('You are second.\n\nBe second.')
  const { code, err } = await runIn({}, 'compile', several, '--export', 'secnd')
  expect([code, err.includes("did you mean 'second'?")]).toEqual([2, true])
  const files = { 'c.json': '[{"role":"user","content":"hi"}]' }
  expect((await runIn({ files }, 'compile', 'c.json', '--export', 'a')).err).toContain('--export needs')
})

test('the only program that is not part of another is taken', async () => {
  const file = moduleOf(`
    const plain = { name: 'plain', instruction: 'As plain data.' }
    export const now = { name: 'now', description: 'The time' }
    export const inner = { name: 'inner', instruction: '{topic}', tools: [now] }
    export const app = { kind: 'pipeline', members: [{ ...plain }, inner] }
    export { plain, app as alias }
  `)
  const { out } = await runIn({}, 'flow', file, '--format', 'json')
  expect(JSON.parse(out).program).toBe('alias')
})

test.each([
  ['an error', `\n\nthrow new TypeError('bad\\nthing')`, 'bad thing\n  = help: it happens at ', ':3:7\n'],
  ['nothing', 'throw null', 'it throws null\n', ''],
  ['a value without a message', 'throw Object.create(null)', 'it throws something that has no words\n', ''],
  [
    'an unreadable value',
    'throw { get stack() { throw 1 }, get code() { throw 1 }, toString() { throw 1 } }',
    'it throws something that has no words\n',
    '',
  ],
  ['a place that is none', `throw { stack: '    at f (file://%zz:1:1)' }`, '%zz:1:1\n', ''],
  ['very much', `throw new Error('x'.repeat(1e6))`, `${'x'.repeat(500)}`, '\u2026\n'],
])('a module that throws %s is reported on one screen', async (_, text, said, place) => {
  const { code, out, err } = await runIn({}, 'check', moduleOf(text))
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(said)
  expect(err).toContain(place)
  expect(err.length).toBeLessThan(1000)
})

test('unreadable exports, functions and instances of other classes are not programs', async () => {
  const file = moduleOf(`
    export const env = new Proxy({}, { get() { throw new Error('no env') }, getPrototypeOf() { throw 1 } })
    export const make = () => app
    export class Agent { name = 'a'; instructions = 'b'; model = 'c' }
    export const theirs = new Agent()
    export const search = { name: 'search', description: 'Searches', execute() {} }
    export const app = { name: 'app', outputSchema: { type: 'object', properties: {} } }
  `)
  expect((await runIn({}, 'check', file)).out).toBe(`${file} (app): fine\n\nnothing found\n`)
})

test('CommonJS is read, written by hand or compiled from TypeScript', async () => {
  const plain = moduleOf(`module.exports = { name: 'a', instruction: 'x' }`, 'cjs')
  expect((await runIn({}, 'check', plain)).out).toContain('(default): fine')
  const made = moduleOf(
    `exports.__esModule = true; exports.default = { name: 'a', instruction: 'x' }; exports.b = { name: 'b', instruction: 'y' }`,
    'cjs',
  )
  expect((await runIn({}, 'check', made)).out).toMatch(/\(default\): fine\n.*\(b\): fine/)
})

test('an agent made by agent() is a program, even with a name alone', async () => {
  const declare = new URL('../core/agent/declare.ts', import.meta.url).href
  const file = moduleOf(`
    import { agent } from '${declare}'
    export const user = { name: 'bob' }
    export default agent({ name: 'helper' })
  `)
  for (const command of ['check', 'flow'])
    expect([command, (await runIn({}, command, file)).code]).toEqual([command, 0])
  expect((await runIn({}, 'compile', file, '--model', 'gpt-5.4')).err).toBe('')
  const { err } = await runIn({}, 'flow', file, '--export', 'zz')
  expect(err).toContain("exports no program 'zz'\n  = help: use 'default'\n")
})
