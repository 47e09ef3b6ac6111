import { expect, test } from 'vitest'
import { runIn } from './test-io.ts'

const message = (turn: number) => ({
  role: turn % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${turn}: what was the weather like, and what will it be tomorrow?`,
})
const chat = Array.from({ length: 53 }, (_, turn) => message(turn))
const files = {
  'chat.json': JSON.stringify(chat),
  'longer.json': JSON.stringify([...chat, ...Array.from({ length: 4 }, (_, turn) => message(turn + 53))]),
  'empty.json': '',
  'broken.json': '{"version":1,\n"head":}',
  'null.json': 'null',
  'failed.json': '{"ok":false,"plan":null}',
  'newer.json': '{"version":2}',
  'damaged.json': '{"version":1,"head":{"events":-1}}',
  'deep.json': `{"version":1,"head":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'manifest.json': '{"name":"ctxc","version":"1"}',
  'other.json': '{"plan":[]}',
}
const options = ['--model', 'gpt-5.4', '--budget', '1000'] as const
const json = ['--format', 'json'] as const

const first = await runIn({ files }, 'compile', 'chat.json', ...options, ...json)
const printed = { ...files, 'last.json': first.out }

/** Returns the first message that a compile sent. */
const begin = (out: string): unknown => JSON.parse(out).request.messages[0]

const codes = (out: string): unknown[] =>
  JSON.parse(out).diagnostics.map(({ code }: { readonly code: string }) => code)

test("the plan that compile printed keeps the next request's prefix", async () => {
  // With slightly more room, a compile without the plan keeps more.
  const later = ['compile', 'longer.json', '--model', 'gpt-5.4', '--budget', '1200', ...json] as const
  const cold = await runIn({ files }, ...later)
  const next = await runIn({ files: printed }, ...later, '--plan', 'last.json')
  expect([next.code, next.err]).toEqual([0, ''])
  expect(begin(next.out)).toEqual(begin(first.out))
  expect(begin(cold.out)).not.toEqual(begin(first.out))
  expect(codes(next.out)).not.toContain('CX5002')
})

test('a plan alone, or one read from a pipe, works like the whole output', async () => {
  const whole = await runIn({ files: printed }, 'explain', 'longer.json', '--plan', 'last.json', ...options)
  const plan = JSON.stringify(JSON.parse(first.out).plan)
  const alone = { ...files, 'plan.json': `\ufeff${plan}` }
  const own = await runIn({ files: alone }, 'explain', 'longer.json', '--plan', 'plan.json', ...options)
  const piped = await runIn({ files, input: first.out }, 'explain', 'longer.json', '--plan', '-', ...options)
  expect(whole.code).toBe(0)
  expect(own).toEqual(whole)
  expect(piped).toEqual(whole)
})

test('the empty plan of a failed compile changes nothing', async () => {
  const cold = await runIn({ files }, 'compile', 'chat.json', ...options, ...json)
  for (const plan of ['null.json', 'failed.json'])
    expect(await runIn({ files }, 'compile', 'chat.json', '--plan', plan, ...options, ...json)).toEqual(cold)
})

test.each(['newer.json', 'damaged.json', 'deep.json'])(
  'an invalid plan is reported and ignored: %s',
  async plan => {
    const { code, out } = await runIn({ files }, 'compile', 'chat.json', '--plan', plan, ...options, ...json)
    expect(code).toBe(0)
    expect(codes(out)).toContain('CX5002')
    expect(begin(out)).toEqual(begin(first.out))
  },
)

test('a plan of another session is reported in words', async () => {
  const world = { files: { ...printed, 'one.json': JSON.stringify([message(0)]) } }
  const { code, out } = await runIn(world, 'compile', 'one.json', '--plan', 'last.json', ...options)
  expect(code).toBe(0)
  expect(out).toContain('info[CX5002]: the plan was not used: ')
})

test.each([
  ['none.json', "error: cannot read 'none.json': no such file\n"],
  ['empty.json', "error: 'empty.json' is empty\n  = help: a plan is what"],
  ['broken.json', "error: 'broken.json' is not JSON: line 2, column 8\n"],
  ['chat.json', "'chat.json' is not a plan: it holds a list whose first element is an object with"],
  ['manifest.json', '\'manifest.json\' is not a plan: it holds an object with "name", "version"\n'],
  ['other.json', '\'other.json\' is not a plan: it holds an object with "plan"\n'],
  ['-', 'error: <file> and --plan cannot both be standard input'],
])('a file without a plan ends with 2: %s', async (plan, said) => {
  const subject = plan === '-' ? '-' : 'chat.json'
  for (const command of ['compile', 'explain']) {
    const world = { files, input: files['chat.json'] }
    const { code, out, err } = await runIn(world, command, subject, '--plan', plan, ...options)
    expect(err).toContain(said)
    expect([code, out]).toEqual([2, ''])
  }
})
