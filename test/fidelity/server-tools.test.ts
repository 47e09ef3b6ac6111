import { describe, expect, test } from 'vitest'
import { fromAnthropic, fromGemini, fromOpenAIResponses } from '../../src/from.ts'
import { compile } from '../../src/index.ts'
import { fakeProvider } from '../../src/testing/index.ts'

const user = (...content: readonly object[]) => ({ role: 'user', content })
const answer = (...content: readonly object[]) => ({ role: 'assistant', content })
const text = (words: string) => ({ type: 'text', text: words })
const hello = user(text('Book it.'))
const caller = { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' }
const run = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'code_execution', input: { code: 'book()' } }
const call = { type: 'tool_use', id: 'toolu_1', name: 'book', input: {}, caller }
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'Booked.' }
const ran = {
  type: 'code_execution_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: { type: 'code_execution_result', stdout: '1 booked', stderr: '', return_code: 0, content: [] },
}
const tools = [
  { type: 'code_execution_20260120', name: 'code_execution' },
  { name: 'book', input_schema: { type: 'object' }, allowed_callers: ['code_execution_20260120'] },
]

const claude = (messages: readonly object[], more: object = { tools }) =>
  compile(fromAnthropic({ model: 'claude-sonnet-5', max_tokens: 99, messages, ...more } as never))
const codes = (given: readonly { readonly code: string }[]) => given.map(({ code }) => code)

describe("a tool of Anthropic's with pending calls of its code", () => {
  const done = [hello, answer(text('On it.'), run, call), user(result), answer(ran, text('Done.')), hello]

  test.each([
    ['is still running', done.slice(0, 3)],
    ['is done', done],
    [
      'calls twice',
      [...done.slice(0, 3), answer({ ...call, id: 'toolu_2' }), user({ ...result, tool_use_id: 'toolu_2' })],
    ],
  ])('keeps both halves and the caller if it %s (O5)', async (_name, messages) => {
    const { request, diagnostics } = await claude(messages)
    expect(request).toMatchObject({ messages })
    expect(diagnostics).toEqual([])
    expect(fakeProvider('anthropic').violations(request)).toEqual([])
  })

  test('is sent as text without its result, and no caller refers to it (O5)', async () => {
    const { ok, request, diagnostics } = await claude([...done.slice(0, 3), hello])
    expect(ok).toBe(true)
    expect(JSON.stringify(request)).toContain('book()')
    expect(JSON.stringify(request)).not.toContain('"caller"')
    expect(codes(diagnostics)).toEqual(['CX7008', 'CX7021'])
    expect(fakeProvider('anthropic').violations(request)).toEqual([])
  })

  test('is sent as text if the call was trimmed (O5)', async () => {
    const { ok, request } = await claude(done.slice(2).toSpliced(0, 1, hello))
    expect(ok).toBe(true)
    expect(JSON.stringify(request)).toContain('1 booked')
    expect(JSON.stringify(request)).not.toContain('"code_execution_tool_result","tool_use_id"')
    expect(fakeProvider('anthropic').violations(request)).toEqual([])
  })

  test('is sent once, and then as text, if it was stored twice', async () => {
    const { ok, request } = await claude([hello, answer(run, ran, run, ran, text('Done.')), hello])
    expect(ok).toBe(true)
    const sent = JSON.stringify(request)
    expect(sent.match(/"server_tool_use"/g)).toHaveLength(1)
    expect(fakeProvider('anthropic').violations(request)).toEqual([])
  })

  test('keeps its words without its declaration, and no thinking next to them (O6)', async () => {
    const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }
    const messages = [hello, answer(thinking, run, ran, text('Done.')), hello]
    const { request, diagnostics } = await claude(messages, {})
    const sent = JSON.stringify(request)
    expect(sent).toContain('book()')
    expect(sent).toContain('1 booked')
    expect(sent).not.toContain('c2ln')
    expect(codes(diagnostics).toSorted()).toEqual(['CX7007', 'CX7008', 'CX7008'])
    expect(fakeProvider('anthropic').violations(request)).toEqual([])
  })

  test('sends nothing sealed as text (O6)', async () => {
    const search = { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'ferries' } }
    const found = {
      type: 'web_search_result',
      title: 'Ferries',
      url: 'https://x.no',
      encrypted_content: 'c2VhbGVk',
    }
    const results = { type: 'web_search_tool_result', tool_use_id: 's1', content: [found] }
    const { request } = await claude([hello, answer(search, results, text('Two.')), hello], {})
    expect(JSON.stringify(request)).toContain('Ferries')
    expect(JSON.stringify(request)).not.toContain('c2VhbGVk')
  })
})

describe("a tool of Google's", () => {
  const code = { executableCode: { language: 'PYTHON', code: 'print(5 * 24)' } }
  const output = { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '120' } }
  const contents = (...parts: readonly object[]) => [
    { role: 'user', parts: [{ text: 'What is 5!?' }] },
    { role: 'model', parts },
    { role: 'user', parts: [{ text: 'And now?' }] },
  ]

  test.each<[string, object[]]>([
    ['undeclared', [code, output]],
    ['without its other half', [code, { text: 'So.' }]],
    ['without its call', [output]],
  ])('keeps its words %s (O6)', async (_name, parts) => {
    const { ok, request, diagnostics } = await compile(
      fromGemini({ model: 'gemini-2.5-flash', contents: contents(...parts) } as never),
    )
    expect(ok).toBe(true)
    const sent = JSON.stringify(request)
    if (parts.includes(code)) expect(sent).toContain('5 * 24')
    if (parts.includes(output)) expect(sent).toContain('120')
    expect(diagnostics.some(({ message }) => message.includes('sent as text'))).toBe(true)
    expect(fakeProvider('gemini').violations(request)).toEqual([])
  })
})

describe("a program of OpenAI's", () => {
  const said = { role: 'user', content: 'Book it.' }
  const program = { type: 'program', id: 'p_1', call_id: 'prog_1', code: 'book()', fingerprint: 'AAAA' }
  const owned = { type: 'program', caller_id: 'prog_1' }
  const booking = { type: 'function_call', call_id: 'call_1', name: 'book', arguments: '{}', caller: owned }
  const booked = { type: 'function_call_output', call_id: 'call_1', output: 'Booked.', caller: owned }
  const output = {
    type: 'program_output',
    id: 'po_1',
    call_id: 'prog_1',
    result: '1 booked',
    status: 'completed',
  }
  const gpt = (input: readonly object[]) => compile(fromOpenAIResponses({ model: 'gpt-5.6', input } as never))

  test.each([
    ['is still running', [said, program, booking, booked]],
    ['is done', [said, program, booking, booked, output, said]],
  ])('keeps both halves and every caller if it %s (O5)', async (_name, input) => {
    const { request, diagnostics } = await gpt(input)
    expect(request).toMatchObject({ input })
    expect(diagnostics).toEqual([])
    expect(fakeProvider('openai').violations(request)).toEqual([])
  })

  test.each([
    ['its output', [said, program, booking, booked, said], 'book()'],
    ['its call', [said, booking, booked, output, said], '1 booked'],
  ])('is sent as text without %s, and nothing refers to it (O5)', async (_name, input, words) => {
    const { ok, request } = await gpt(input)
    expect(ok).toBe(true)
    expect(JSON.stringify(request)).toContain(words)
    expect(JSON.stringify(request)).not.toContain('"caller"')
    expect(fakeProvider('openai').violations(request)).toEqual([])
  })
})
