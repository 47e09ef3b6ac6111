import { ChatAnthropic } from '@langchain/anthropic'
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import type { Compiled } from 'ctxc'
import { contextCompiler } from 'ctxc/langchain'
import { fakeProvider } from 'ctxc/testing'
import { createAgent, initChatModel, tool } from 'langchain'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { modelWithoutThinking } from './thinking.ts'

const search = tool(() => 'Sunny.', { name: 'search', description: 'Searches.', schema: z.object({}) })
const thinking = { type: 'enabled', budget_tokens: 1_024 } as const
const name = 'claude-sonnet-4-5'
const fields = { apiKey: 'none', model: name, maxTokens: 4_000, maxRetries: 0 }

/** Records the bodies that a model sends, and answers each with one word. */
function network() {
  const bodies: Record<string, unknown>[] = []
  const fetch = async (_url: unknown, init?: { readonly body?: unknown }): Promise<Response> => {
    bodies.push(JSON.parse(String(init?.body)) as Record<string, unknown>)
    const usage = { input_tokens: 1, output_tokens: 1 }
    const content = [{ type: 'text', text: 'Done.' }]
    const answer = { id: 'm', type: 'message', role: 'assistant', model: name, stop_reason: 'end_turn' }
    return new Response(JSON.stringify({ ...answer, content, usage }), {
      headers: { 'content-type': 'application/json' },
    })
  }
  return { bodies, clientOptions: { fetch: fetch as typeof globalThis.fetch } }
}

const loop = (content: AIMessage['content']): BaseMessage[] => [
  new HumanMessage('Weather?'),
  new AIMessage({
    content,
    tool_calls: [{ id: 'c1', name: 'search', args: {} }],
    response_metadata: { model_name: name },
  }),
  new ToolMessage({ tool_call_id: 'c1', content: 'Sunny.' }),
]

const thought = { type: 'thinking', thinking: 'Hm.', signature: 'c2lnbmVk' }
const call = { type: 'tool_use', id: 'c1', name: 'search', input: {} }

async function run(
  model: ChatAnthropic | Awaited<ReturnType<typeof initChatModel>>,
  messages: BaseMessage[],
) {
  const compiled: Compiled[] = []
  const middleware = [
    contextCompiler({ model: name, target: 'anthropic', onCompiled: one => compiled.push(one) }),
  ]
  await createAgent({ model: model as ChatAnthropic, tools: [search], middleware }).invoke({ messages })
  return compiled.flatMap(({ diagnostics }) => diagnostics.map(({ code, at }) => [code, at]))
}

describe('a tool loop that began without thinking (W8)', () => {
  const models = [
    ['on the model', (more: object) => new ChatAnthropic({ ...fields, ...more, thinking })],
    [
      'among its arguments',
      (more: object) => new ChatAnthropic({ ...fields, ...more, invocationKwargs: { thinking } }),
    ],
    [
      'on a model chosen at run time',
      (more: object) => initChatModel(`anthropic:${name}`, { ...fields, ...more, thinking }),
    ],
  ] as const

  test.each(models)('runs without thinking if thinking is set %s', async (_place, create) => {
    const { bodies, clientOptions } = network()
    const model = await create({ clientOptions })
    expect(await run(model, loop(''))).toEqual([['CX7012', ['d:model']]])
    expect(bodies).toHaveLength(1)
    expect(bodies[0]?.thinking).toBeUndefined()
    expect(fakeProvider('anthropic').violations(bodies[0])).toEqual([])
    // The app's own model still thinks: in the next turn, and in a loop that began with thinking.
    expect(await run(model, [...loop(''), new AIMessage('Sunny.'), new HumanMessage('And now?')])).toEqual([])
    expect(await run(model, loop([thought, call] as never))).toEqual([])
    expect(bodies.slice(1).map(body => body.thinking)).toEqual([thinking, thinking])
    for (const body of bodies) expect(fakeProvider('anthropic').violations(body)).toEqual([])
  })
})

test('a model is copied only if it asks for thinking with a budget', () => {
  const plain = new ChatAnthropic(fields)
  const asking = new ChatAnthropic({ ...fields, thinking })
  expect(modelWithoutThinking(plain)).toBeNull()
  expect(
    modelWithoutThinking(new ChatAnthropic({ ...fields, thinking: { type: 'adaptive' } as never })),
  ).toBeNull()
  expect(modelWithoutThinking(asking)).toBeInstanceOf(ChatAnthropic)
  const bound = asking.withConfig({ stop: ['x'] })
  const quiet = modelWithoutThinking(bound) as unknown as { bound: ChatAnthropic }
  expect(quiet.bound.thinking).toEqual({ type: 'disabled' })
  expect(asking.thinking).toEqual(thinking)
})
