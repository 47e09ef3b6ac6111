import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { runIn } from './test-io.ts'

const chat = [
  { role: 'system', content: 'You are terse.' },
  { role: 'user', content: 'Weather in Paris?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: '18 degrees' },
  { role: 'user', content: 'And in Lyon?' },
]
const files = {
  'chat.json': JSON.stringify(chat),
  'chat.jsonl': chat.map(message => JSON.stringify(message)).join('\n'),
  'one.jsonl': '{"role":"user","content":"Hello"}\n',
  'broken.json': '[\n  {"role": "user",\n   "content": }\n]',
  'broken.jsonl': '{"role":"user","content":"a"}\n{"role":"user","content":"b"\n',
  'many.jsonl': '{"messages":[]}\n{"messages":[]}\n',
  'other.json': '{"name":"ctxc","version":"1"}',
  'list.json': '[1,2]',
  'empty.json': ' \n',
  'bad-request.json': '{"input":5}',
}
const model = ['--model', 'gpt-5.4'] as const

test('--cache marks the request for the given lifetime', async () => {
  const long = { 'long.json': JSON.stringify([{ role: 'user', content: 'word '.repeat(3_000) }]) }
  const to = ['--target', 'anthropic', '--model', 'claude-sonnet-5', '--format', 'json']
  const marksOf = async (...cache: string[]) => {
    const { out } = await runIn({ files: long }, 'compile', 'long.json', ...to, ...cache)
    return out.match(/"cache_control": \{[^}]*\}/g)?.map(mark => JSON.parse(`{${mark}}`).cache_control) ?? []
  }
  expect(await marksOf()).toEqual([])
  expect(await marksOf('--cache', 'keep')).toEqual([])
  expect(await marksOf('--cache', 'mark')).toEqual([{ type: 'ephemeral' }])
  expect(await marksOf('--cache', '1h')).toEqual([{ type: 'ephemeral', ttl: '1h' }])
})

test('compile prints a summary and how to see more', async () => {
  const { code, out, err } = await runIn({ files }, 'compile', 'chat.json', ...model)
  expect(code).toBe(0)
  expect(err).toBe('')
  expect(out).toContain('gpt-5.4 \u00b7 openai-chat \u00b7 ok')
  expect(out).toContain('--format json')
  expect(out).not.toContain('message[')
})

test('compile --format json prints request, tokens, diagnostics, places, ledger, plan and map', async () => {
  const { code, out } = await runIn({ files }, 'compile', 'chat.json', ...model, '--format', 'json')
  expect(code).toBe(0)
  const json = JSON.parse(out)
  expect(Object.keys(json)).toEqual([
    'ok',
    'request',
    'tokens',
    'diagnostics',
    'places',
    'ledger',
    'plan',
    'map',
  ])
  expect(json.request.messages).toHaveLength(5)
})

test('JSON Lines and standard input are read like a list', async () => {
  const whole = await runIn({ files }, 'compile', 'chat.json', ...model, '--format', 'json')
  const lines = await runIn({ files }, 'compile', 'chat.jsonl', ...model, '--format', 'json')
  const input = await runIn(
    { input: `\ufeff${files['chat.json']}` },
    'compile',
    '-',
    ...model,
    '--format=json',
  )
  expect(lines.out).toBe(whole.out)
  expect(input.out).toBe(whole.out)
  expect((await runIn({ files }, 'compile', 'one.jsonl', ...model)).code).toBe(0)
})

test('explain shows each unit and where it begins', async () => {
  const { code, out } = await runIn({ files }, 'explain', 'chat.json', ...model)
  expect(code).toBe(0)
  expect(out).toMatch(/message\[2-3\] +model +weather \u00b7 \{"city":"Paris"\} .* \/messages\/2/)
  expect(out).toMatch(/message\[4\] +\* user +And in Lyon\?/)
})

test('explain --format json is the explanation', async () => {
  const { out } = await runIn({ files }, 'explain', 'chat.json', ...model, '--format', 'json')
  expect(JSON.parse(out)).toMatchObject({ ok: true, units: { all: 3, sent: 3 } })
})

test('explain --find lists the places of a text, and ends with 1 for none', async () => {
  const { code, out } = await runIn({ files }, 'explain', 'chat.json', ...model, '--find', 'PARIS')
  expect(code).toBe(0)
  expect(out).toMatch(/^"PARIS": \d places?, \d in the request\n/)
  expect(out).toMatch(/message\[2\] +agent +sent at \/messages\/2\/tool_calls\/0\/function\/arguments/)
  const asData = await runIn(
    { files },
    'explain',
    'chat.json',
    ...model,
    '--find',
    'paris',
    '--format',
    'json',
  )
  expect(JSON.parse(asData.out)[0]).toMatchObject({ fate: 'sent' })
  expect((await runIn({ files }, 'explain', 'chat.json', ...model, '--find', 'zebra')).code).toBe(1)
  const both = await runIn({ files }, 'explain', 'chat.json', ...model, '--find', 'a', '--html', 'a.html')
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('--find and --html cannot be combined')])
})

test('explain --find prints the errors of a compile without a request, and ends with 1', async () => {
  const find = (...more: string[]) =>
    runIn({ files }, 'explain', 'chat.json', '--find', 'paris', '--budget', '2000', ...more)
  for (const format of [[], ['--format', 'json']]) {
    const { code, out, err } = await find('--model', 'my-deploy', ...format)
    expect(code).toBe(1)
    expect(out).toContain('no request was made')
    expect(err).toMatch(/^error\[CX7001\]: .*\n.*help: /s)
  }
  const places = JSON.parse((await find('--model', 'my-deploy', '--format', 'json')).out)
  expect(places).toMatchObject([{ fate: 'dropped' }, { fate: 'dropped' }])
  expect((await find(...model)).err).toBe('')
})

test('explain --html writes a page and leaves standard output alone', async () => {
  const { code, out, err, written } = await runIn(
    { files },
    'explain',
    'chat.json',
    ...model,
    '--html',
    'a.html',
  )
  expect([code, out, err]).toEqual([0, '', 'wrote a.html\n'])
  expect(written['a.html']).toMatch(/^<!doctype html>/)
  const refused = await runIn({ files }, 'explain', 'chat.json', ...model, '--html', '/no/a.html')
  expect([refused.code, refused.err]).toEqual([2, "error: cannot write '/no/a.html': permission denied\n"])
})

test('explain CODE prints the page', async () => {
  const { code, out } = await runIn({}, 'explain', 'cx3001')
  expect(code).toBe(0)
  expect(out).toMatch(/^CX3001: call without a result\n/)
  expect(out).not.toContain('```')
})

test('diagnostics of level error end with 1', async () => {
  const tight = await runIn({ files }, 'explain', 'chat.json', ...model, '--budget', '1')
  expect(tight.code).toBe(1)
  expect(tight.out).toContain('error[CX4001]')
  expect(tight.out).toContain('no request')
  const json = await runIn({ files }, 'compile', 'chat.json', '--model', 'llama-x', '--format', 'json')
  expect(json.code).toBe(1)
  expect(JSON.parse(json.out)).toMatchObject({ ok: false, request: null })
})

test.each([
  [['compile', 'none.json'], "error: cannot read 'none.json': no such file\n"],
  [['compile', 'broken.json'], "error: 'broken.json' is not JSON: line 3, column 15\n"],
  [['compile', 'broken.jsonl'], "error: 'broken.jsonl' is not JSON: line 2, column 29\n"],
  [['compile', 'many.jsonl'], 'a whole conversation on line 1'],
  [['compile', 'empty.json'], "error: 'empty.json' is empty\n"],
  [['compile', 'other.json'], 'is not a conversation: it holds an object with "name", "version"\n'],
  [
    ['compile', 'other.json'],
    'OpenAI Responses, Anthropic Messages, Gemini or the AI SDK; messages of LangChain',
  ],
  [['compile', 'list.json'], 'a list whose first element is a number'],
  [['compile', 'bad-request.json'], 'is not a conversation'],
  [
    ['compile', 'chat.json', '--budget', '16k'],
    "error: --budget must be a whole number of tokens above 0, got '16k'\n",
  ],
  [['compile', 'chat.json', '--budget', '-5'], 'budget'],
  [['compile', 'chat.json', '--target', 'antropic'], "did you mean 'anthropic'?"],
  [['compile', 'chat.json', '--format', 'yaml'], "unknown format 'yaml'"],
  [['compile', 'chat.json', '--cache', 'on'], "error: unknown cache 'on'\n"],
  [['compile', 'chat.json', '--bugdet', '5'], "did you mean '--budget'?"],
  [['compile'], "missing required argument 'file'"],
  [['explain', 'CX3099'], "no diagnostic has the code 'CX3099'\n  = help: did you mean 'CX3009'?"],
  [['explain', 'CX9999'], "error: no diagnostic has the code 'CX9999'\n"],
  [['frobnicate'], "unknown command 'frobnicate'"],
  [[], 'Usage: ctxc'],
])('usage errors end with 2 and go to standard error: %j', async (argv, message) => {
  const { code, out, err } = await runIn({ files }, ...argv)
  expect(err).toContain(message)
  expect([code, out]).toEqual([2, ''])
})

test('help and version end with 0', async () => {
  const help = await runIn({}, '--help')
  expect(help.code).toBe(0)
  expect(help.out).toContain('Exit codes: 0 fine')
  const version = await runIn({}, '--version')
  expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('colour is used only if it is wanted', async () => {
  const plain = await runIn({ files }, 'explain', 'chat.json', ...model)
  const painted = await runIn({ files, colour: true }, 'explain', 'chat.json', ...model)
  expect(stripVTControlCharacters(plain.out)).toBe(plain.out)
  expect(painted.out).not.toBe(plain.out)
  expect(stripVTControlCharacters(painted.out)).toBe(plain.out)
})

test('no input can control the terminal', async () => {
  const evil = '\u001b[2J\u009b31m\u202eevil\u2066\u200f\u0007'
  const schema = { type: 'object', properties: { [evil]: { description: evil } } }
  const request = {
    model: evil,
    tools: [{ type: 'function', function: { name: evil, description: evil, parameters: schema } }],
    messages: [
      { role: 'system', content: evil },
      { role: evil, content: evil },
      {
        role: 'assistant',
        content: evil,
        tool_calls: [{ id: evil, function: { name: evil, arguments: JSON.stringify({ [evil]: evil }) } }],
      },
      { role: 'user', content: evil.repeat(400) },
      { role: 'assistant', tool_calls: [{ id: evil, function: { name: `x${evil}`, arguments: evil } }] },
      { role: 'user', content: evil },
    ],
  }
  const hostile = {
    'a.json': JSON.stringify(request),
    [evil]: `{"${evil.replaceAll('\u001b', '').replaceAll('\u0007', '')}":1}`,
  }
  const runs: (readonly string[])[] = [
    ...['openai', 'openai-chat', 'anthropic'].flatMap(target =>
      ['50', '3000', '100000'].flatMap(budget => [
        ['explain', 'a.json', '--target', target, '--budget', budget],
        ['explain', 'a.json', '--target', target, '--budget', budget, '--format', 'json'],
        ['explain', 'a.json', '--target', target, '--budget', budget, '--html', evil],
        ['compile', 'a.json', '--target', target, '--budget', budget, '--format', 'json'],
      ]),
    ),
    ['explain', 'a.json'],
    ['compile', 'a.json', '--model', evil],
    ['compile', evil],
    ['compile', `${evil}2`],
    ['compile', 'a.json', '--target', evil],
    ['compile', 'a.json', '--budget', evil],
    ['compile', 'a.json', '--format', evil],
    ['compile', 'a.json', '--plan', evil],
    ['explain', 'a.json', '--plan', `${evil}2`],
    ['compile', 'a.json', `--${evil}`],
    ['explain', 'a.json', '--html', `/no/${evil}`],
    [evil],
  ]
  for (const argv of runs) {
    const { out, err, written } = await runIn({ files: hostile }, ...argv)
    expect(out + err).not.toMatch(/[^\P{Cc}\n]|[\u200f\u202e\u2066]/u)
    for (const page of Object.values(written)) expect(page).not.toMatch(/[^\P{Cc}\n\t]/u)
    if (argv.includes('json'))
      expect(JSON.stringify(JSON.parse(out))).toContain('\\u001b[2J\u009b31m\u202eevil')
  }
})

test('explain --html overwrites neither its input nor a file that is not its own page (A17)', async () => {
  const chat = '[{"role":"user","content":"hi"}]'
  const files = { 'keep.json': chat, 'notes.txt': 'mine', 'empty.html': '' }
  const to = (page: string, ...more: string[]) =>
    runIn({ files }, 'explain', 'keep.json', '--model', 'gpt-5.4', '--html', page, ...more)
  for (const more of [[], ['--force']]) {
    const { code, err, written } = await to('./keep.json', ...more)
    expect([code, written]).toEqual([2, {}])
    expect(err).toContain("--html './keep.json' would overwrite an input")
  }
  const refused = await to('notes.txt')
  expect([refused.code, refused.written]).toEqual([2, {}])
  expect(refused.err).toContain('give another name, or use --force')
  expect((await to('notes.txt', '--force')).code).toBe(0)
  expect((await to('empty.html')).code).toBe(0)
  const page = (await to('new.html')).written['new.html'] as string
  const again = { files: { ...files, 'new.html': page } }
  expect((await runIn(again, 'explain', 'keep.json', '--model', 'gpt-5.4', '--html', 'new.html')).code).toBe(
    0,
  )
})

test.each([
  [['--format', 'json'], '--format json'],
  [['--html', 'x.html'], '--html'],
  [['--budget', '9000'], '--budget'],
  [['--allow-import'], '--allow-import'],
])('explain CODE refuses the options %j', async (options, named) => {
  const { code, out, err, written } = await runIn({}, 'explain', 'CX3001', ...options)
  expect([code, out, written]).toEqual([2, '', {}])
  expect(err).toContain(
    `error: ${named} needs a conversation or a program, but CX3001 is the code of a diagnostic\n  = help: ctxc explain CX3001 prints`,
  )
})

test('advice names the options of the command line', async () => {
  const messages = Array.from({ length: 60 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${index}: ${'words '.repeat(20)}`,
  }))
  const files = { 'long.json': JSON.stringify(messages) }
  for (const [budget, advice] of [
    ['1000', '= help: raise --budget to keep more\n'],
    ['5', '= help: raise --budget by at least '],
  ] as const)
    for (const command of ['compile', 'explain']) {
      const { out } = await runIn({ files }, command, 'long.json', '--model', 'gpt-5.4', '--budget', budget)
      expect(out).toContain(advice)
      expect(out).not.toContain('budget.')
    }
})

test('each command names a place of a chat by the index and the id of the file, also in its JSON', async () => {
  const look = { type: 'tool-look', toolCallId: 'c1', state: 'input-available', input: {} }
  const done = { ...look, toolCallId: 'c0', state: 'output-available', output: 'x' }
  const step = { type: 'step-start' }
  const text = { type: 'text', text: 'Well?' }
  const chat = [
    { id: 'm0', role: 'user', parts: [text] },
    { id: 'm1', role: 'assistant', parts: [step, done, step, text] },
    { id: 'm2', role: 'assistant', parts: [step, look] },
    { id: 'm3', role: 'user', parts: [text] },
  ]
  const files = { 'chat.json': JSON.stringify(chat) }
  for (const command of ['compile', 'explain', 'doctor'])
    for (const format of ['pretty', 'json']) {
      const argv = [command, 'chat.json', '--model', 'gpt-5.4', '--format', format]
      const { out } = await runIn({ files }, ...argv)
      expect(out, argv.join(' ')).toContain('message[4] of chat[2], id m2')
    }
})

describe('--aim', () => {
  const long = JSON.stringify({
    messages: Array.from({ length: 41 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `Message ${index}. ${'words '.repeat(40)}`,
    })),
  })
  const run = (...argv: string[]) =>
    runIn({ files: { 'long.json': long } }, ...argv, '--model', 'claude-opus-5-5')

  test('shortens a history at the beginning of a turn, and is shown with the limit', async () => {
    const { code, out } = await run('explain', 'long.json', '--budget', '100_000', '--aim', '1000')
    expect(code).toBe(0)
    expect(out).toContain('(limit 100,000, soft size 1,000)')
    expect(out).toMatch(/\b\d of 41 units of history sent/)
    const alone = await run('doctor', 'long.json', '--aim', '1,000')
    expect(alone.out.replaceAll('\n', ' ')).toContain('tokens, soft size 1,000 tokens')
  })

  test('is an error above the budget, and for a word', async () => {
    const above = await run('compile', 'long.json', '--budget', '100', '--aim', '200')
    expect([above.code, above.err]).toEqual([2, expect.stringContaining('--aim must be at most --budget')])
    const word = await run('compile', 'long.json', '--aim', 'small')
    expect(word.err).toContain("--aim must be a whole number of tokens above 0, got 'small'")
  })
})

test('explain lists lost reasoning by its reason', async () => {
  const thought = (model: string) => ({
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: `S-${model}` },
      { type: 'text', text: 'Yes.' },
    ],
  })
  const messages = [{ role: 'user', content: 'A?' }, thought('a'), { role: 'user', content: 'B?' }]
  const files = { 'a.json': JSON.stringify({ model: 'claude-opus-5-5', max_tokens: 100, messages }) }
  const argv = ['explain', 'a.json', '--model', 'gpt-6.2-sol']
  const { out } = await runIn({ files }, ...argv)
  expect(out).toMatch(
    /^reasoning lost: 1 item of about \d+ tokens? \(model: the model cannot read it, .*\)$/m,
  )
  const { losses } = JSON.parse((await runIn({ files }, ...argv, '--format', 'json')).out)
  expect(losses).toMatchObject([{ reason: 'model', items: 1 }])
})
