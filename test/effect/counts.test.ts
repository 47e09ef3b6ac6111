// A provider's count of a request: asked for once, after the compile, and used by the next one.
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { agent, type Compiled, type CompileOptions, compile, createSession } from 'ctxc'
import { type CountHandler, type Effects, resolveWants } from 'ctxc/effects'
import { anthropicCounts } from 'ctxc/models/anthropic'
import { geminiCounts } from 'ctxc/models/gemini'
import { openaiCounts } from 'ctxc/models/openai'
import { redact } from 'ctxc/protect'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'

const look = {
  name: 'look',
  description: 'Looks up a river.',
  parameters: { type: 'object', properties: {} },
}
const helper = agent({ name: 'helper', instruction: 'Be brief.', tools: [look as never] })
const turns = (count: number): { author: string; text: string }[] =>
  Array.from({ length: count }, (_, at) => ({
    author: at % 2 === 0 ? 'user' : 'helper',
    text: `Part ${at}: the rivers of Europe are long and slow. `.repeat(12),
  }))
const long = createSession({ events: turns(31) })
const model = 'claude-opus-4-8'
const budget = 3_000

/** Makes a handler that counts what the estimate is, and keeps the bodies that it got. */
function counter(run: (body: object) => number = () => 2_000) {
  const bodies: any[] = []
  const count: CountHandler = {
    ...{ id: 'counter', target: 'anthropic' },
    run: async ({ body }) => {
      bodies.push(body)
      return run(body)
    },
  }
  return { bodies, count }
}

const counting = (effects: Effects, options: CompileOptions = {}, session = long): Promise<Compiled> =>
  compile(helper, session, { model, budget, effects, ...options })
const keysOf = ({ wants }: Compiled): string[] =>
  wants.filter(({ kind }) => kind === 'count').map(({ key }) => key)

test('a count is asked for once, is not waited for, and narrows the bounds of the next compile', async () => {
  const { bodies, count } = counter()
  const effects = { count }
  const first = await counting(effects)
  expect([keysOf(first).length, bodies.length, first.request]).toEqual([1, 0, (await counting({})).request])
  expect(keysOf(await counting(effects))).toEqual(keysOf(first))
  const done = await resolveWants(first, {
    effects: { count: { ...count, run: async () => first.tokens.input } },
  })
  const session = long.append(...done)
  const next = await counting(effects, { plan: first.plan }, session)
  expect([keysOf(next), next.plan?.usage?.reports]).toEqual([[], { [model]: { 20: 1 } }])
  const cold = await counting(effects, {}, session)
  expect(cold.tokens.input).toBeGreaterThan(first.tokens.input * 1.05)
  expect(cold.tokens.max).toBeLessThanOrEqual(budget)
  expect(cold.plan?.usage?.reports).toEqual(next.plan?.usage?.reports)
  // The count is in the plan now, so it does not count twice.
  const third = await counting(effects, { plan: next.plan }, session.append(...turns(2)))
  expect(third.plan?.usage?.reports).toEqual({ [model]: { 20: 1 } })
})

test('the request to count is the one that is sent, without protected values', async () => {
  const { bodies, count } = counter()
  const secret = long.append({ author: 'user', text: 'I am ada@example.com.' })
  const result = await counting({ count }, { protect: [redact({ pii: ['email'] })] }, secret)
  await resolveWants(result, { effects: { count } })
  expect(bodies).toEqual([result.request])
  expect(JSON.stringify(bodies)).not.toContain('ada@example.com')
})

test('nothing is counted that is small, exact, in another format, known from an answer, or held to a proven bound', async () => {
  const { count } = counter()
  const small = createSession({ events: turns(1) })
  const answered = long.append(
    { author: 'helper', text: 'Yes.', actions: { usage: { inputTokens: 1_600, outputTokens: 1 } } },
    ...turns(1),
  )
  const { plan } = await counting({})
  const results = [
    await counting({ count }, {}, small),
    await counting({ count }, { model: 'gpt-5.4', target: 'openai' }),
    await counting({ count: { ...count, target: 'gemini' } }),
    await counting({ count }, { plan }, answered),
    await counting({ count }, { bound: 'proven' }),
  ]
  expect(results.map(result => [result.ok, ...keysOf(result)])).toEqual(results.map(() => [true]))
})

test('a failure is an outcome, is reported once, and is not repeated', async () => {
  const broken = counter(() => {
    throw new Error('no such endpoint')
  })
  const first = await counting({ count: broken.count })
  const events = await resolveWants(first, { effects: { count: broken.count } })
  expect(events.map(({ actions }) => actions?.effect)).toMatchObject([
    { kind: 'count', error: 'no such endpoint' },
  ])
  const session = long.append(...events)
  const next = await counting({ count: broken.count }, { plan: first.plan }, session)
  const last = await counting({ count: broken.count }, { plan: next.plan }, session)
  const said = (result: Compiled): string[] =>
    result.diagnostics.filter(({ code }) => code === 'CX9202').map(({ message }) => message)
  expect([keysOf(next), keysOf(last), said(next).length, said(last)]).toEqual([[], [], 1, []])
  expect(next.request).toEqual(first.request)
  expect(keysOf(await counting({ count: { ...broken.count, version: '2' } }, {}, session))).toHaveLength(1)
})

test.each([0, 1.5, Number.NaN, '7', undefined])('%s is no count', async given => {
  const { count } = counter(() => given as never)
  const [event] = await resolveWants(await counting({ count }), { effects: { count } })
  expect(event?.actions?.effect).toMatchObject({ error: 'it gave no whole number of tokens from 1' })
})

test('a count that is aborted has no outcome, and is asked for again', async () => {
  const { count } = counter()
  const result = await counting({ count })
  expect(await resolveWants(result, { effects: { count }, signal: AbortSignal.abort() })).toEqual([])
})

/** Makes a `fetch` that answers with JSON and keeps what it got. */
function answering(answer: object) {
  const got: { readonly path: string; readonly body: any }[] = []
  const fetch = async (url: unknown, init?: { readonly body?: unknown }): Promise<Response> => {
    got.push({ path: new URL(String(url)).pathname, body: JSON.parse(String(init?.body)) })
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
  }
  return { fetch, got }
}

describe('the official clients', () => {
  const outcomeOf = async (count: CountHandler, options: CompileOptions): Promise<unknown> => {
    const result = await counting({ count }, options)
    const [event] = await resolveWants(result, { effects: { count } })
    const effect = event?.actions?.effect
    return effect && 'output' in effect ? JSON.parse(effect.output).reported : effect
  }

  test('Anthropic: the fields that its endpoint takes', async () => {
    const { fetch, got } = answering({ input_tokens: 1_234 })
    const client = new Anthropic({ apiKey: 'none', fetch })
    expect(await outcomeOf(anthropicCounts({ client }), {})).toBe(1_234)
    expect(got.map(({ path, body }) => [path, Object.keys(body).sort()])).toEqual([
      ['/v1/messages/count_tokens', ['messages', 'model', 'system', 'tools']],
    ])
  })

  test('OpenAI: the fields that its endpoint takes', async () => {
    const { fetch, got } = answering({ object: 'response.input_tokens', input_tokens: 1_234 })
    const client = new OpenAI({ apiKey: 'none', fetch })
    const options = { model: 'acme-1', target: 'openai' } as const
    expect(await outcomeOf(openaiCounts({ client }), options)).toBe(1_234)
    expect(got.map(({ path }) => path)).toEqual(['/v1/responses/input_tokens'])
    expect(Object.keys(got[0]?.body)).toEqual(expect.arrayContaining(['model', 'input', 'tools']))
    expect(got[0]?.body).not.toHaveProperty('include')
  })

  test('Gemini: the whole request, with its instruction and tools', async () => {
    const { fetch, got } = answering({ totalTokens: 1_234 })
    const real = globalThis.fetch
    globalThis.fetch = fetch as never
    try {
      const count = geminiCounts({ client: new GoogleGenAI({ apiKey: 'none' }) as never })
      expect(await outcomeOf(count, { model: 'gemini-3.5-flash' })).toBe(1_234)
    } finally {
      globalThis.fetch = real
    }
    expect(got.map(({ path }) => path)).toEqual(['/v1/models/gemini-3.5-flash:countTokens'])
    expect(Object.keys(got[0]?.body)).toEqual(['generateContentRequest'])
    expect(Object.keys(got[0]?.body.generateContentRequest).sort()).toEqual([
      'contents',
      'model',
      'systemInstruction',
      'tools',
    ])
  })

  test('Gemini on Vertex AI: as config', async () => {
    const asked: any[] = []
    const countTokens = async (parameters: unknown) => {
      asked.push(parameters)
      return { totalTokens: 1_234 }
    }
    const count = geminiCounts({ client: { vertexai: true, models: { countTokens } } })
    expect(await outcomeOf(count, { model: 'gemini-3.5-flash' })).toBe(1_234)
    expect(Object.keys(asked[0])).toEqual(['model', 'contents', 'config'])
    expect(Object.keys(asked[0].config)).toEqual(['systemInstruction', 'tools', 'abortSignal'])
  })

  test('a client without the method is a TypeError', () => {
    expect(() => anthropicCounts({ client: {} as never })).toThrow(TypeError)
    expect(() => openaiCounts({ client: { responses: {} } as never })).toThrow(TypeError)
    expect(() => geminiCounts({ client: {} as never })).toThrow(TypeError)
  })
})
