import { describe, expect, test } from 'vitest'
import { compile } from '../../../compile/compile.ts'
import { fromAnthropic } from '../../anthropic/read/anthropic.ts'
import { fromGemini } from '../read/gemini.ts'
import type { GeminiConfig, GeminiRequest, Part } from './request.ts'

const hello = { role: 'user', parts: [{ text: 'Hi' }] }
const call = (name: string, more: object = {}) => ({ functionCall: { name, args: {} }, ...more })
const response = (name: string, given: object = { output: 'ok' }) => ({
  functionResponse: { name, response: given },
})
const model = (...parts: readonly object[]) => ({ role: 'model', parts })
const user = (...parts: readonly object[]) => ({ role: 'user', parts })
const tools = [{ functionDeclarations: [{ name: 'search', parametersJsonSchema: { type: 'object' } }] }]

async function run(contents: unknown, config: object = {}, to = 'gemini-3.5-flash', from = to) {
  const conversation = fromGemini({ model: from, contents, config } as never)
  const result = await compile(conversation, { target: 'gemini', model: to })
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('\n'))
  const request = result.request as GeminiRequest
  return {
    request: { ...request, config: (request.config ?? {}) as GeminiConfig & Record<string, unknown> },
    codes: result.diagnostics.map(({ code }) => code),
  }
}

const partsOf = ({ contents }: GeminiRequest): Part[] => contents.flatMap(({ parts }) => parts)

describe('signatures', () => {
  const signed = [
    hello,
    model({ text: 'Look', thoughtSignature: 'dGV4dA==' }, call('a', { thoughtSignature: 'YQ==' }), call('b')),
    user(response('a'), response('b')),
  ]

  test('are sent back on their own parts', async () => {
    const { request, codes } = await run(signed)
    expect(request.contents).toEqual(signed)
    expect(codes).not.toContain('CX7007')
  })

  test('from another model are dropped, and the first call gets the stand-in', async () => {
    const { request, codes } = await run(signed, {}, 'gemini-3.5-flash', 'gemini-3-flash-preview')
    expect(request.contents[1]?.parts).toEqual([
      { text: 'Look' },
      call('a', { thoughtSignature: 'skip_thought_signature_validator' }),
      call('b'),
    ])
    expect(codes).toContain('CX7007')
  })

  test('need no stand-in on a model that does not check them', async () => {
    const { request } = await run([hello, model(call('a')), user(response('a'))], {}, 'gemini-2.5-flash')
    expect(request.contents[1]?.parts).toEqual([call('a')])
  })

  test('are dropped without a diagnostic if they are stand-ins', async () => {
    const part = call('a', { thoughtSignature: 'skip_thought_signature_validator' })
    const { request, codes } = await run([hello, model(part), user(response('a'))], {}, 'gemini-2.5-flash')
    expect(request.contents[1]?.parts).toEqual([call('a')])
    expect(codes).not.toContain('CX7007')
  })

  test('are kept in every step of a turn', async () => {
    const step = (name: string) => [model(call(name)), user(response(name))]
    const { request } = await run([hello, ...step('a'), ...step('b')])
    const seals = partsOf(request).map(part => ('functionCall' in part ? part.thoughtSignature : undefined))
    expect(seals.filter(Boolean)).toHaveLength(2)
  })

  test('on thoughts of the same model are sent back unchanged', async () => {
    const thought = { text: 'Hm', thought: true, thoughtSignature: 'aG0=' }
    const contents = [hello, model(thought, { text: 'Yes' }), hello]
    expect((await run(contents)).request.contents).toEqual(contents)
  })
})

describe('function responses', () => {
  test('come in the order of the calls, paired by name without ids', async () => {
    const { request } = await run([
      hello,
      model(call('a'), call('b')),
      user(response('b', { output: '2' }), response('a', { output: '1' })),
    ])
    expect(request.contents[2]?.parts).toEqual([
      response('a', { output: '1' }),
      response('b', { output: '2' }),
    ])
  })

  test('are sent unchanged, whatever their shape', async () => {
    const given = { output: { deep: [1] }, error: null, more: true }
    const { request } = await run([hello, model(call('a')), user(response('a', given))])
    expect(request.contents[2]?.parts).toEqual([response('a', given)])
  })

  test("are sent apart from a user's text, which would end them", async () => {
    const beside = user(response('a'), { text: 'Go on' })
    const { request } = await run([hello, model(call('a')), beside])
    expect(request.contents.slice(2)).toEqual([user(response('a')), user({ text: 'Go on' })])
  })

  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw==' } }
  const drawn = fromAnthropic([
    { role: 'user', content: 'Draw' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'draw', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [picture] }] },
  ])

  test('hold files on models that accept them', async () => {
    const { request } = await compile(drawn, { target: 'gemini', model: 'gemini-3.5-flash' })
    expect(request?.contents.at(-1)?.parts).toMatchObject([
      { functionResponse: { parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw==' } }] } },
    ])
  })

  test('are followed by their files on older models', async () => {
    const { request, diagnostics } = await compile(drawn, { target: 'gemini', model: 'gemini-2.5-flash' })
    expect(request?.contents.slice(2)).toMatchObject([
      { parts: [{ functionResponse: { response: { output: '[file 1 of the results, sent below]' } } }] },
      { parts: [{ inlineData: { mimeType: 'image/png' } }] },
    ])
    expect(diagnostics.map(({ code }) => code)).toContain('CX7018')
  })
})

describe('the system instruction', () => {
  test('is sent in its own field', async () => {
    const { request } = await run([hello], { systemInstruction: 'Be brief.' })
    expect(request.config.systemInstruction).toEqual({ parts: [{ text: 'Be brief.' }] })
  })

  test('is sent as fenced user text to a model without that field', async () => {
    const { request, codes } = await run([hello], { systemInstruction: 'Be brief.' }, 'gemma-3-27b-it')
    expect(request.config).not.toHaveProperty('systemInstruction')
    expect(request.contents[0]).toMatchObject({
      role: 'user',
      parts: [{ text: expect.stringMatching(/^<context:\w+ from="developer">.*Be brief\./s) as string }],
    })
    expect(codes).toContain('CX7006')
  })

  test('excludes cached content (G9)', async () => {
    const cache = { cachedContent: 'cachedContents/1' }
    expect((await run([hello], cache)).request.config).toMatchObject(cache)
    const { request, codes } = await run([hello], { ...cache, systemInstruction: 'Be brief.' })
    expect(request.config).not.toHaveProperty('cachedContent')
    expect(codes).toContain('CX7012')
  })
})

describe('settings', () => {
  const effort = (thinkingLevel: string) => ({ thinkingConfig: { thinkingLevel } })

  test.each([
    ['gemini-3.5-flash', 'LOW', { thinkingLevel: 'LOW' }],
    ['gemini-2.5-flash', 'LOW', { thinkingBudget: 1024 }],
    ['gemini-2.0-flash', 'LOW', undefined],
    ['gemini-3-pro-preview', 'MINIMAL', undefined],
  ])('send %s the thinking level %s as it supports it', async (to, level, expected) => {
    const { request, codes } = await run([hello], effort(level), to)
    expect(request.config.thinkingConfig).toEqual(expected)
    expect(codes.includes('CX7012')).toBe(expected === undefined)
  })

  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  const answer = { responseMimeType: 'application/json', responseJsonSchema: schema }

  test('request JSON next to tools only from models that support it (G18)', async () => {
    expect((await run([hello], { ...answer, tools })).request.config).toMatchObject(answer)
    const { request, codes } = await run([hello], { ...answer, tools }, 'gemini-2.5-flash')
    expect(request.config).not.toHaveProperty('responseMimeType')
    expect(codes).toContain('CX7020')
  })

  test("read Google's own schema as JSON Schema", async () => {
    const own = { type: 'OBJECT', properties: { a: { type: 'STRING', nullable: true } } }
    const { request } = await run([hello], { responseMimeType: 'application/json', responseSchema: own })
    expect(request.config.responseJsonSchema).toEqual({
      type: 'object',
      properties: { a: { type: ['string', 'null'] } },
    })
  })

  test('limit a choice of functions to the declared ones (G12)', async () => {
    const choice = (...names: readonly string[]) => ({
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: names } },
    })
    expect((await run([hello], { tools, ...choice('search') })).request.config).toMatchObject(
      choice('search'),
    )
    const { request } = await run([hello], { tools, ...choice('search', 'x', 'y') })
    expect(request.config.toolConfig).toEqual(choice('search').toolConfig)
    expect((await run([hello], choice('x'))).request.config).not.toHaveProperty('toolConfig')
  })

  test('fail the compile if the model has no functions', async () => {
    const conversation = fromGemini({ contents: 'Hi', config: { tools } } as never)
    const result = await compile(conversation, { target: 'gemini', model: 'gemma-3-27b-it' })
    expect(result.ok).toBe(false)
    expect(result.diagnostics[0]?.code).toBe('CX7017')
  })
})

describe("calls of Gemini's server tools", () => {
  const code = { executableCode: { language: 'PYTHON', code: 'print(1)' } }
  const done = { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } }

  test('are sent back unchanged if the tool is declared', async () => {
    const contents = [hello, model(code, done, { text: '1' }), hello]
    const { request } = await run(contents, { tools: [{ codeExecution: {} }] })
    expect(request.contents).toEqual(contents)
  })

  test('are sent as text if the tool is not declared or a half is missing', async () => {
    const { request } = await run([hello, model(code, done, { text: '1' }), hello])
    const half = await run([hello, model(done, { text: '1' }), hello], { tools: [{ codeExecution: {} }] })
    for (const { contents } of [request, half.request])
      for (const part of contents[1]?.parts ?? []) expect(Object.keys(part)).toEqual(['text'])
    expect(request.contents[1]?.parts).toHaveLength(3)
    expect(half.request.contents[1]?.parts).toHaveLength(2)
  })
})

test('a history that begins and ends with the model is framed by user messages (G20)', async () => {
  const { request } = await run([model({ text: 'Welcome' })])
  expect(request.contents.map(({ role }) => role)).toEqual(['user', 'model', 'user'])
})

test('blank text of a model counts as text, and as idle for whenIdle', async () => {
  const conversation = fromGemini([hello, model({ text: ' ' })])
  const result = await compile(conversation, { model: 'gemini-3.5-flash', whenIdle: 'fail' })
  expect(result.diagnostics.map(({ code }) => code)).toEqual(['CX7005'])
})
