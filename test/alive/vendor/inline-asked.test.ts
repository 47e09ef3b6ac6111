// Compactions within answers, for which ctxc asks (`openaiCompaction({ inline: true })`).

import { createOpenAI } from '@ai-sdk/openai'
import {
  generateText,
  jsonSchema,
  type ModelMessage,
  stepCountIs,
  streamText,
  tool,
  wrapLanguageModel,
} from 'ai'
import { answerOf, compile, createCompiler, createSession, type Session } from 'ctxc'
import { compileStep, contextCompiler } from 'ctxc/ai-sdk'
import { fromAISDK } from 'ctxc/from/ai-sdk'
import { openaiCompaction } from 'ctxc/models/openai'
import { contextCompiler as agentsCompiler } from 'ctxc/openai-agents'
import { expect, test } from 'vitest'
import { answerHTTP, bindingProvider } from '../../../src/testing/fake/binding/index.ts'
import { drawFrom } from '../../laws/alive/draw.ts'
import { gpt, type Item } from '../../laws/alive/vendor.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const model = 'gpt-6.2-astra'
const effects = { compact: openaiCompaction({ inline: true }) }
const budget = { input: 12_000, aim: 1_600 }
const words = (step: number): string => `Words ${step}. ${'more of them '.repeat(20)}`

test('a session that asks for compactions within answers loses no reasoning behind them', async () => {
  const provider = bindingProvider('openai', { model })
  const agent = {
    name: 'agent',
    model,
    instruction: 'Be brief.',
    tools: [{ name: 'look', parameters: { type: 'object' } }],
    extra: { format: 'openai', fields: { store: false } },
  }
  for (const seed of [1, 2, 3]) {
    const draw = drawFrom(seed)
    const compiler = createCompiler(agent as never, { effects, budget })
    let session: Session = createSession({ events: [{ author: 'user', text: 'The first question.' }] })
    const sizes: unknown[] = []
    let [plan, compactions]: [unknown, number] = [null, 0]
    for (let step = 0; step < 14; step++) {
      const result = await compiler.compile(session, { plan: plan as never })
      plan = result.plan
      // The compaction stands for the reasoning that it replaces.
      const losses = result.reasoning.losses.filter(({ reason }) => reason !== 'compaction')
      expect([result.wants, losses]).toEqual([[], []])
      sizes.push((result.request as { context_management?: unknown }).context_management)
      const { content, calls } = gpt.script(draw, step)
      const { status, body } = provider.answer(result.request, content)
      expect([status, body.input_transformations ?? []], `seed ${seed}, step ${step}`).toEqual([200, []])
      compactions += (body.output as readonly Item[]).filter(({ type }) => type === 'compaction').length
      session = session.append(...answerOf(result, body as never))
      const found = [{ kind: 'text' as const, text: words(step) }]
      for (const id of calls)
        session = session.append({ author: 'tool', parts: [{ kind: 'tool-result', id, content: found }] })
      if (calls.length === 0) session = session.append({ author: 'user', text: words(step) })
    }
    expect(compactions).toBeGreaterThan(0)
    // The size is the same in every request, because the cache depends on it.
    expect(new Set(sizes.map(size => JSON.stringify(size)))).toEqual(
      new Set(['[{"type":"compaction","compact_threshold":1200}]']),
    )
  }
})

test.each(['generateText', 'streamText'])(
  "the AI SDK's package is asked to compact within its answers, and %s loses no reasoning",
  async kind => {
    const provider = bindingProvider('openai', { model })
    const bodies: Item[] = []
    const dead: unknown[] = []
    const draw = drawFrom(3)
    let step = 0
    const watched: typeof provider = {
      ...provider,
      answer(request, script) {
        bodies.push(request as Item)
        const answer = provider.answer(request, script)
        dead.push(
          ...(answer.status === 200
            ? ((answer.body.input_transformations ?? []) as object[])
            : [answer.body]),
        )
        return answer
      },
    }
    const answer = answerHTTP(watched, () => gpt.script(draw, step++).content)
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const { pathname: path } = new URL(String(input))
      const headers = Object.fromEntries(new Headers(init?.headers))
      const { status, json, pieces } = answer({ path, headers, body: JSON.parse(String(init?.body)) })
      return pieces === undefined
        ? Response.json(json, { status })
        : new Response(pieces.join(''), { status, headers: { 'content-type': 'text/event-stream' } })
    }
    const middleware = contextCompiler({ budget, effects })
    const asking = wrapLanguageModel({
      model: createOpenAI({ apiKey: 'key', fetch }).responses(model),
      middleware: middleware as never,
    })
    const look = tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => words(step) })
    const messages: ModelMessage[] = []
    for (let turn = 0; turn < 10; turn++) {
      messages.push({ role: 'user', content: words(turn) })
      const call = {
        ...{ model: asking, messages, tools: { look }, stopWhen: stepCountIs(3), maxRetries: 0 },
        providerOptions: { openai: { store: false } },
      }
      const result = kind === 'streamText' ? streamText(call) : await generateText(call)
      messages.push(...(await result.responseMessages))
    }
    expect(dead).toEqual([])
    const held = bodies.map(({ input }) => (input as readonly Item[]).map(({ type }) => type))
    expect(held.some(types => types.includes('compaction'))).toBe(true)
    expect(bodies.every(({ context_management: asked }) => Array.isArray(asked))).toBe(true)
    // Nothing that a compaction replaces is sent again.
    for (const types of held.filter(types => types.includes('compaction')))
      expect(types.filter(type => type === 'compaction')).toHaveLength(1)
  },
)

test.each([
  [
    'a setting of its own',
    { store: false, context_management: [{ type: 'compaction', compact_threshold: 9_000 }] },
  ],
  ['a conversation that the server stores', { previous_response_id: 'resp_1' }],
])('a request with %s stays as it is', async (_, fields) => {
  const agent = { name: 'agent', model, extra: { format: 'openai', fields } }
  const session = createSession({ events: [{ author: 'user', text: 'Hello.' }] })
  const { request } = await compile(agent as never, session, { effects, budget })
  const { context_management: sent } = request as { context_management?: unknown }
  expect(sent).toEqual((fields as { context_management?: unknown }).context_management)
})

test.each(['claude-opus-5-5', 'gpt-5.4'])('%s is not asked', async other => {
  const session = createSession({ events: [{ author: 'user', text: 'Hello.' }] })
  const { request, wants } = await compile({ name: 'agent', model: other }, session, { effects, budget })
  expect(JSON.stringify(request)).not.toContain('context_management')
  expect(wants).toEqual([])
})

test('a step, which returns only messages, does not wait for a compaction that it cannot ask for', async () => {
  const long = Array.from({ length: 40 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: words(at),
  }))
  const step = compileStep({ budget, effects })
  const { messages } = await step({
    model: `openai/${model}`,
    messages: [...long, { role: 'user', content: 'And?' }],
  })
  expect(messages.length).toBeLessThan(long.length)
})

test('a compaction within an answer replaces what precedes it in a list of OpenAI Agents', async () => {
  const said = (text: string) => ({
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text }],
  })
  const compaction = { type: 'compaction', id: 'cmp_1', encrypted_content: 'AAAA' }
  const input = [
    ...[{ role: 'user', content: 'Before.' }, said('Yes?'), { role: 'user', content: 'The question.' }],
    ...[compaction, said('So.'), { role: 'user', content: 'And?' }],
  ]
  const filter = agentsCompiler({ budget: 16_000 })
  const modelData = { input, instructions: 'Be brief.' }
  const filtered = await filter({ modelData, agent: { name: 'agent', model }, context: undefined } as never)
  expect(filtered.input).toEqual(input.slice(3))
})

test('a compaction within an answer replaces what precedes it in a stored chat of the AI SDK', async () => {
  const said = (id: string, role: string, ...parts: object[]) => ({ id, role, parts })
  const providerMetadata = { openai: { type: 'compaction', itemId: 'cmp_1', encryptedContent: 'AAAA' } }
  const messages = [
    said('1', 'user', { type: 'text', text: 'Before.' }),
    said('2', 'assistant', { type: 'text', text: 'Yes?' }),
    said('3', 'user', { type: 'text', text: 'The question.' }),
    said(
      '4',
      'assistant',
      { type: 'custom', kind: 'openai.compaction', providerMetadata },
      { type: 'text', text: 'So.' },
    ),
    said('5', 'user', { type: 'text', text: 'And?' }),
  ]
  const { request } = await compile(fromAISDK({ messages } as never), {
    model: `openai/${model}`,
    target: 'ai-sdk',
  })
  expect(request?.messages).toMatchObject([
    { role: 'assistant', content: [{ kind: 'openai.compaction', providerOptions: providerMetadata }, {}] },
    { role: 'user', content: 'And?' },
  ])
})

test('a handler without a client that is not inline is refused', () => {
  expect(() => openaiCompaction({})).toThrow(TypeError)
  expect(() => openaiCompaction({ inline: 'yes' } as never)).toThrow(TypeError)
})
