import { expect, test } from 'vitest'
import { runIn } from '../test-io.ts'
import { moduleOf } from '../test-module.ts'
import { renderDoctor } from './render.ts'
import type { DoctorReport } from './report.ts'

const words = 'many words '.repeat(40)
const chat = (length: number, more: readonly object[] = []) =>
  JSON.stringify({
    messages: [
      ...Array.from({ length }, (_, index) => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: `Message ${index}: ${words}`,
      })),
      ...more,
      { role: 'user', content: 'What did we decide?' },
    ],
  })

const report = async (files: Readonly<Record<string, string>>, ...argv: readonly string[]) =>
  JSON.parse((await runIn({ files }, 'doctor', ...argv, '--format', 'json')).out)

test('a report on a conversation names trims, large parts and next steps', async () => {
  const files = { 'chat.json': chat(80) }
  const argv = ['doctor', 'chat.json', '--model', 'gpt-5.4', '--budget', '2000']
  const { code, out, err } = await runIn({ files }, ...argv)
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatchInlineSnapshot(`
    "chat.json · ok
    81 units of history, 21 sent to gpt-5.4: 1,789 tokens estimated, 1,873 tokens at most, limit 2,000
    tokens

    Problems
      none

    Repairs and decisions
      CX4003  60 units of older history were dropped to stay within the budget

    Cache: 6 breaks in 40 requests
      before message[23]: trim, 1,792 tokens not read from the cache
      before message[33]: trim, 1,792 tokens not read from the cache
      before message[45]: trim, 1,792 tokens not read from the cache
      before message[55]: trim, 1,792 tokens not read from the cache
      before message[67]: trim, 1,792 tokens not read from the cache
      and 1 more

    Largest parts
            89    5 %  message[60]  Message 60: many words many words many words many words many words…
            89    5 %  message[61]  Message 61: many words many words many words many words many words…
            89    5 %  message[62]  Message 62: many words many words many words many words many words…
            89    5 %  message[63]  Message 63: many words many words many words many words many words…
            89    5 %  message[64]  Message 64: many words many words many words many words many words…

    Next steps
      1. raise the budget, or shorten tool results: 6 of 40 requests had to trim the history, and 2 with
         4,000 tokens
      2. look for what was dropped (5,400 tokens): ctxc explain FILE --find TEXT. Pin what must stay:
         C.where({ text }).tier('critical').atMost(1000). C.all().summarize() keeps more of the rest
    "
  `)
})

test('requests that share a prefix have no break', async () => {
  const { ok, cache } = await report({ 'chat.json': chat(20) }, 'chat.json', '--model', 'gpt-5.4')
  expect([ok, cache]).toEqual([true, { requests: 10, breaks: [], free: [], unmarked: 0 }])
})

test('requests that need a cache mark are counted, and the next step is to set one', async () => {
  const files = { 'chat.json': chat(80) }
  const argv = ['chat.json', '--model', 'claude-sonnet-5', '--budget', '3000']
  const unmarked = await report(files, ...argv)
  expect(unmarked.cache.unmarked).toBeGreaterThan(10)
  expect(unmarked.next.join()).toContain('--cache mark')
  const marked = await report(files, ...argv, '--cache', 'mark')
  expect(marked.cache.unmarked).toBe(0)
  expect(marked.next.join()).not.toContain('--cache mark')
})

test('a changed prefix that no cache held is no break, and the reason is said', async () => {
  const files = { 'chat.json': chat(80) }
  const argv = ['chat.json', '--model', 'claude-haiku-4-5', '--budget', '2000', '--cache', 'mark']
  const { cache, next } = await report(files, ...argv)
  expect(cache.breaks).toEqual([])
  expect(cache.free.length).toBeGreaterThan(3)
  expect(cache.free[0]).toMatchObject({ kinds: ['trim'], why: expect.any(String) })
  expect(next.join()).not.toContain('had to trim')
  const { out } = await runIn({ files }, 'doctor', ...argv)
  expect(out).toMatch(/Cache: 0 breaks in 40 requests\n {2}\d+ changes of the prefix cost nothing/)
})

test('repairs are listed, and their places are messages', async () => {
  const orphan = { role: 'tool', tool_call_id: 'call_9', content: 'Nobody asked.' }
  const { notes, problems } = await report(
    { 'chat.json': chat(2, [orphan]) },
    'chat.json',
    '--model',
    'gpt-5.4',
  )
  const found = [...problems, ...notes].find(({ code }: { code: string }) => code === 'CX3002')
  expect(found?.at).toEqual(['message[2]'])
})

test('a request that does not fit ends with 1, and says what helps first', async () => {
  const files = { 'chat.json': JSON.stringify({ messages: [{ role: 'user', content: words.repeat(20) }] }) }
  const { code, out } = await runIn({ files }, 'doctor', 'chat.json', '--model', 'gpt-5.4', '--budget', '100')
  expect(code).toBe(1)
  expect(out).toMatch(/Next steps\n {2}1\. raise --budget/)
})

test('a report on a program has what check finds', async () => {
  const program = moduleOf(`
export default { kind: 'pipeline', members: [
  { name: 'writer', model: 'gpt-5.4', instruction: 'Write from {facts}.' },
  { name: 'finder', model: 'gpt-5.4', instruction: 'Find facts.', outputKey: 'facts' },
] }`)
  const { code, out } = await runIn({}, 'doctor', program)
  expect(code).toBe(1)
  expect(out).toContain('error[CX1001]')
  expect(out).toContain('finder: system')
  expect(out).toContain('ctxc preview')
})

test('standard input is read once', async () => {
  const { code, out } = await runIn({ input: chat(4) }, 'doctor', '-', '--model', 'gpt-5.4')
  expect(code).toBe(0)
  expect(out).toContain('5 units of history')
})

test.each([
  ['', 'is empty'],
  ['{', 'not JSON'],
  ['[1, 2]', 'is not a conversation'],
  ['{"a": 1}', 'is not a conversation'],
])('a file that is neither is a usage error: %j', async (text, message) => {
  const { code, out, err } = await runIn({ files: { 'x.json': text } }, 'doctor', 'x.json')
  expect(err).toContain(message)
  expect([code, out]).toEqual([2, ''])
})

test('advice is tried on the file: what loses more of the cache is not given', async () => {
  const files = { 'chat.json': chat(80) }
  const { next } = await report(files, 'chat.json', '--model', 'gpt-5.4', '--budget', '2000')
  // The doubled budget was tried, and trims less often.
  expect(next.join()).toMatch(
    /raise the budget.* 6 of 40 requests had to trim the history, and [0-4] with 4,000 tokens/,
  )
  expect(next.join()).toContain("C.where({ text }).tier('critical')")
  expect(next.join()).not.toContain('C.relevant()')
})

test('results that could be compacted when they arrive are recommended, with the trims that this spares', async () => {
  const log = (at: number) =>
    Array.from({ length: 80 }, (_, line) => `run ${at}, line ${line}: everything went well there`).join('\n')
  const messages = [
    { role: 'user', content: 'Look at all runs.' },
    ...Array.from({ length: 24 }, (_, at) => [
      { role: 'assistant', content: null, tool_calls: [callOf(at)] },
      { role: 'tool', tool_call_id: `call_${at}`, content: log(at) },
    ]).flat(),
  ]
  const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]
  const files = { 'chat.json': JSON.stringify({ messages, tools }) }
  const { next } = await report(files, 'chat.json', '--model', 'gpt-5.4', '--budget', '6000')
  expect(next[0]).toMatch(
    /^compact long results when they arrive, and give the agent expandTool\(\): .* 0 of 24 requests then trim the history, not \d+, and 0 tokens are not read from the cache, not [\d,]+ \(no model was asked\)$/,
  )
})

const callOf = (at: number) => ({
  ...{ id: `call_${at}`, type: 'function' },
  function: { name: 'look', arguments: JSON.stringify({ run: at }) },
})

test('4-W2: policies are tried with a question, and the one that keeps the text is advised', async () => {
  const order = { role: 'user', content: 'My parcel ORD-90817 did not arrive.' }
  const messages = JSON.parse(chat(12)).messages as object[]
  const files = { 'chat.json': JSON.stringify({ messages: messages.with(2, order) }) }
  const argv = ['chat.json', '--model', 'gpt-5.4', '--budget', '500']
  const asked = ['--question', 'What was my parcel number again?', '--expect', 'ORD-90817']
  const found = (await report(files, ...argv, ...asked)) as DoctorReport
  const { policies = [], best } = found.kept ?? {}
  expect(policies.map(({ keeps }) => keeps)).toEqual([false, false, true, false, true])
  for (const { tokens } of policies) expect(tokens).toBeLessThanOrEqual(500)
  const most = Math.max(...policies.map(({ keeps, cached }) => (keeps ? cached : 0)))
  expect(best).toMatchObject({ keeps: true, cached: most })
  expect(found.next[0]).toContain(best?.context)
  const text = renderDoctor('chat.json', found, { width: 100, paint: (_, each) => each })
  expect(text).toMatch(
    /Policies that keep 'ORD-90817' for the question\n {2}drops +\d+ tokens +\d+ % cached {2}none/,
  )
})

test('4-W2: a question without a text, a text that is nowhere and a program are refused', async () => {
  const files = { 'chat.json': chat(4) }
  const program = moduleOf("export default { name: 'helper', model: 'gpt-5.4' }")
  const wrong: readonly (readonly [string[], RegExp])[] = [
    [['chat.json', '--question', 'Why?'], /need each other/],
    [['chat.json', '--question', 'Why?', '--expect', 'ORD-1'], /no message of the file has 'ORD-1'/],
    [['chat.json', '--question', 'Message 1?', '--expect', 'Message 1'], /itself has the text/],
    [[program, '--question', 'Why?', '--expect', 'ORD-1'], /declares a program/],
  ]
  for (const [argv, message] of wrong) {
    const { code, err } = await runIn({ files }, 'doctor', ...argv, '--model', 'gpt-5.4')
    expect(code).toBe(2)
    expect(err).toMatch(message)
  }
})
