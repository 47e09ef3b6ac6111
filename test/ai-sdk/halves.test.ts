// Tools that a provider runs, through the AI SDK: both halves go as the AI SDK's own converter sends them without ctxc, and
// where one cannot go its words stay (O5, O6).
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { jsonSchema } from 'ai'
import { compile } from 'ctxc'
import { fromAISDK } from 'ctxc/from'
import { describe, expect, test } from 'vitest'
import { convert, converters, judged } from './providers.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const user = (content: string) => ({ role: 'user', content })
const answer = (...content: readonly object[]) => ({ role: 'assistant', content })
const text = (words: string) => ({ type: 'text', text: words })
const converterOf = (name: string) => converters.find(one => one.name === name) ?? expect.fail(name)

/** Returns a provider's body with ctxc and without it, and the codes of the diagnostics. */
async function sent(name: string, messages: readonly object[], tools?: object) {
  const converter = converterOf(name)
  const { model } = converter
  const input = { messages: [...messages], ...(tools && { tools }) }
  const { ok, request, diagnostics } = await compile(fromAISDK(input), { target: 'ai-sdk', model })
  expect(ok).toBe(true)
  const body = await convert(converter, request!)
  expect(judged(converter, body)).toEqual([])
  const plain = (): Promise<Record<string, unknown>> => convert(converter, input as never)
  return { body, plain, codes: diagnostics.map(({ code }) => code) }
}

describe("Claude's code that calls the app's tools", () => {
  const claude = 'anthropic claude-sonnet-4-5'
  const { codeExecution_20260120 } = createAnthropic({ apiKey: 'none' }).tools
  const book = {
    inputSchema: jsonSchema({ type: 'object', properties: {} }),
    providerOptions: { anthropic: { allowedCallers: ['code_execution_20260120'] } },
  }
  const tools = { code_execution: codeExecution_20260120(), book }
  const run = {
    type: 'tool-call',
    toolCallId: 'srvtoolu_1',
    toolName: 'code_execution',
    input: { type: 'programmatic-tool-call', code: 'book()' },
    providerExecuted: true,
  }
  const call = {
    type: 'tool-call',
    toolCallId: 'toolu_1',
    toolName: 'book',
    input: {},
    providerOptions: { anthropic: { caller: { type: 'code_execution_20260120', toolId: 'srvtoolu_1' } } },
  }
  const output = { type: 'text', value: 'Booked.' }
  const result = {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'toolu_1', toolName: 'book', output }],
  }
  const value = { type: 'code_execution_result', stdout: '1 booked', stderr: '', return_code: 0, content: [] }
  const ran = {
    type: 'tool-result',
    toolCallId: 'srvtoolu_1',
    toolName: 'code_execution',
    output: { type: 'json', value },
  }
  const done = [user('Book.'), answer(run, call), result, answer(ran, text('Done.')), user('Thanks.')]

  test.each([
    ['is still running', done.slice(0, 3)],
    ['is done', done],
  ])('keeps both halves and the caller if it %s (O5)', async (_name, messages) => {
    const { body, plain, codes } = await sent(claude, messages, tools)
    expect(body.messages).toEqual((await plain()).messages)
    expect(JSON.stringify(body.messages)).toContain('"tool_id":"srvtoolu_1"')
    expect(codes).toEqual([])
  })

  test.each([
    ['its result', [user('Book.'), answer(run, call), result, answer(text('Well.')), user('And?')], 'book()'],
    [
      'its result before a user spoke',
      [user('Book.'), answer(run), user('Go.'), answer(ran), user('And?')],
      '1 booked',
    ],
  ])('is sent as text without %s (O5, O6)', async (_name, messages, words) => {
    const { body, codes } = await sent(claude, messages, tools)
    const said = JSON.stringify(body.messages)
    expect(said).toContain('book()')
    expect(said).toContain(words)
    expect(said).not.toMatch(/"type":"(server_tool_use|code_execution_tool_result)"/)
    expect(codes).toContain('CX7008')
  })

  test('is reported if its result has no call', async () => {
    const { codes } = await sent(claude, [user('Book.'), answer(ran, text('Done.')), user('And?')], tools)
    expect(codes).toEqual(['CX3002'])
  })

  test('leaves no caller of a dropped call (O5)', async () => {
    const { body } = await sent(claude, [user('Book.'), answer(call), result, user('And?')], { book })
    expect(JSON.stringify(body.messages)).not.toContain('srvtoolu_1')
  })

  test('keeps its words for another provider (O6)', async () => {
    const alone = [user('Count.'), answer(run, ran, text('Done.')), user('Thanks.')]
    for (const name of ['openai.responses gpt-5.4', 'openai.chat gpt-5.4', 'google gemini-3-pro-preview']) {
      const { body, codes } = await sent(name, alone)
      expect(JSON.stringify(body)).toContain('1 booked')
      expect(JSON.stringify(body)).toContain('book()')
      expect(codes).toContain('CX7008')
    }
  })
})

describe("Gemini's code", () => {
  const gemini = 'google gemini-3-pro-preview'
  const tools = { code_execution: createGoogle({ apiKey: 'none' }).tools.codeExecution({}) }
  const id = { toolCallId: 'c1', toolName: 'code_execution', providerExecuted: true }
  const code = { type: 'tool-call', ...id, input: { language: 'PYTHON', code: 'print(5 * 24)' } }
  const value = { outcome: 'OUTCOME_OK', output: '120' }
  const output = { type: 'tool-result', ...id, output: { type: 'json', value } }
  const messages = [user('What is 5!?'), answer(code, output, text('120.')), user('And 6!?')]

  test.each([
    ['declared', tools],
    ['undeclared', undefined],
  ])('is sent back in its own form, %s (O5, O6)', async (_name, declared) => {
    const { body, plain, codes } = await sent(gemini, messages, declared)
    expect(body.contents).toEqual((await plain()).contents)
    expect(JSON.stringify(body.contents)).toContain('"codeExecutionResult"')
    expect(codes).toEqual([])
  })

  test.each(['anthropic claude-sonnet-4-5', 'openai.responses gpt-5.4'])(
    'keeps its words for %s (O6)',
    async name => {
      const { body, codes } = await sent(name, messages)
      expect(JSON.stringify(body)).toContain('5 * 24')
      expect(JSON.stringify(body)).toContain('OUTCOME_OK')
      expect(codes).toContain('CX7008')
    },
  )
})

describe("OpenAI's shell", () => {
  const shell = 'openai.responses gpt-5.4'
  const own = {
    type: 'tool-call',
    toolCallId: 'call_1',
    toolName: 'shell',
    input: { action: { commands: ['ls'] } },
    providerExecuted: true,
    providerOptions: { openai: { itemId: 'sh_1' } },
  }
  const output = {
    type: 'tool-result',
    toolCallId: 'call_1',
    toolName: 'shell',
    output: { type: 'json', value: { output: [] } },
  }

  test('keeps a result that names no provider with its call (O5)', async () => {
    const { body, plain, codes } = await sent(shell, [
      user('Go.'),
      answer(own, output, text('So.')),
      user('And?'),
    ])
    expect(body.input).toEqual((await plain()).input)
    expect(codes).toEqual([])
  })
})

describe('an empty result (W11)', () => {
  const call = { toolCallId: 'c1', toolName: 'look' }
  const none = { type: 'content', value: [] }
  const messages = [
    user('Look.'),
    answer({ type: 'tool-call', ...call, input: {} }),
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: none }] },
  ]

  test("is written for Gemini 3 as Google's converter writes it", async () => {
    const { body, plain } = await sent('google gemini-3-pro-preview', messages)
    expect(JSON.stringify(body.contents)).toContain('Tool executed successfully.')
    expect(body.contents).toEqual((await plain()).contents)
  })

  test.each([
    'google gemini-2.5-pro',
    'anthropic claude-sonnet-4-5',
    'openai.responses gpt-5.4',
    'openai.chat gpt-5.4',
  ])('stays a result for %s', async name => {
    const { body } = await sent(name, messages)
    const kinds = /"functionResponse"|"tool_result"|"function_call_output"|"role":"tool"/
    expect(JSON.stringify(body)).toMatch(kinds)
  })
})
