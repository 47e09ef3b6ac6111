// Changes of an agent that the AI SDK's own packages send, over the life of a conversation.

import { type Agent, answerOf, compile, createSession, type EventInput, type Plan, type Tool } from 'ctxc'
import { expect, test } from 'vitest'
import { bindingProvider } from '../../../src/testing/fake/binding/index.ts'
import { callSDK } from './sdk-call.ts'

type Json = Readonly<Record<string, unknown>>

const tool = (name: string, ...fields: string[]): Tool => ({
  name,
  description: `Has the name ${name}.`,
  parameters: {
    type: 'object',
    properties: Object.fromEntries(fields.map(field => [field, { type: 'string' }])),
    required: fields,
    additionalProperties: false,
  },
})
const look = tool('look', 'at')
const read = tool('read', 'page')
const user = (text: string): EventInput => ({ author: 'user', text })
const bot: Agent = {
  name: 'bot',
  instruction: 'Be kind.',
  tools: [look],
  extra: { format: 'ai-sdk', fields: { providerOptions: { openai: { store: false } } } },
}

/** Returns the items of an answer with reasoning: a text, or a call. */
function answerOfVendor(isClaude: boolean, call?: readonly [name: string, input: Json]): readonly Json[] {
  if (isClaude)
    return [
      { type: 'thinking', thinking: 'Hm.' },
      call === undefined
        ? { type: 'text', text: 'Yes.' }
        : { type: 'tool_use', id: 'toolu_1', name: call[0], input: call[1] },
    ]
  return [
    { type: 'reasoning', summary: [] },
    call === undefined
      ? {
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Yes.', annotations: [] }],
        }
      : {
          type: 'function_call',
          id: 'fc_1',
          call_id: 'call_1',
          name: call[0],
          arguments: JSON.stringify(call[1]),
          status: 'completed',
        },
  ]
}

/** A conversation through the AI SDK, whose requests are judged by a provider that signs reasoning. */
function begin(model: string) {
  const isClaude = model.includes('claude')
  const provider = bindingProvider(isClaude ? 'anthropic' : 'openai', {
    model: model.slice(model.indexOf('/') + 1),
  })
  let session = createSession({ events: [user('Hello.')] })
  let plan: Plan | null = null
  return async (agent: Agent, { as = model, call }: { as?: string; call?: readonly [string, Json] } = {}) => {
    const result: Awaited<ReturnType<typeof compile>> = await compile(agent, session, {
      model: as,
      target: 'ai-sdk',
      plan,
    })
    expect(result.ok).toBe(true)
    plan = result.plan
    if (as !== model) return { result, body: {}, dead: 0, answer: null }
    const sent = await callSDK(provider, model, result.request as object, answerOfVendor(isClaude, call))
    session = session.append(...result.events, ...answerOf(result, sent.answer as never))
    if (call !== undefined)
      session = session.append({
        author: 'bot',
        parts: [
          {
            kind: 'tool-result',
            id: isClaude ? 'toolu_1' : 'call_1',
            content: [{ kind: 'text', text: 'Found.' }],
          },
        ],
      })
    else session = session.append(user('And?'))
    return { result, ...sent }
  }
}

test.each(['anthropic/claude-opus-5-5', 'openai/gpt-6.2-sol'])(
  'a tool that is added, called, removed and added again costs %s no reasoning',
  async model => {
    const step = begin(model)
    const both = { ...bot, tools: [look, read] }
    const isClaude = model.startsWith('anthropic')
    const steps = [
      await step(bot),
      await step(both, { call: ['read', { page: '1' }] }),
      await step(both),
      await step(bot),
      await step(both),
      await step(both),
      ...(isClaude ? [await step({ ...bot, tools: [look, tool('read', 'page', 'line')] })] : []),
    ]
    expect(steps.map(({ dead }) => dead)).toEqual(steps.map(() => 0))
    expect(steps.flatMap(({ result }) => result.reasoning.losses)).toEqual([])
    // The call of the added tool is a valid one, which an app can run.
    const [call] = steps[1]?.answer?.toolCalls ?? []
    expect(call).toMatchObject({ toolName: 'read', input: { page: '1' } })
    expect(call?.invalid).toBeUndefined()
    expect(steps.at(-1)?.result.diagnostics.filter(({ level }) => level !== 'info')).toEqual([])
  },
)

test("a tool that a message added is in the request itself for another vendor's model", async () => {
  const step = begin('openai/gpt-6.2-sol')
  const both = { ...bot, tools: [look, read] }
  await step(bot)
  await step(both)
  const { result } = await step(both, { as: 'anthropic/claude-opus-5-5' })
  const { tools, messages } = result.request as unknown as {
    tools: Record<string, Json>
    messages: readonly Json[]
  }
  expect(Object.keys(tools)).toEqual(['look', 'read'])
  expect(tools.read?.providerOptions).toBeUndefined()
  expect(JSON.stringify(messages)).not.toContain('additionalTools')
})

test('an update of the effort is not sent to a model for which the package throws', async () => {
  const step = begin('openai/gpt-6.2-sol')
  const withEffort = (reasoningEffort: string): Agent => ({ ...bot, generateConfig: { reasoningEffort } })
  await step(withEffort('low'))
  const { body } = await step(withEffort('high'))
  expect((body as { input: readonly Json[] }).input.at(-1)).toEqual({
    type: 'configuration_update',
    reasoning: { effort: 'high' },
  })
  const { result } = await step(withEffort('high'), { as: 'openai/gpt-5.4' })
  expect(JSON.stringify(result.request)).not.toContain('reasoningEffortUpdate')
})

test.each([
  ['a truncation', { truncation: 'auto' }],
  [
    "the provider's own compaction",
    { contextManagement: [{ type: 'compaction', compactThreshold: 90_000 }] },
  ],
])(
  '%s beside a changed effort has the change in the request, because the package throws',
  async (_, options) => {
    const step = begin('openai/gpt-6.2-sol')
    const withEffort = (reasoningEffort: string): Agent => ({
      ...bot,
      extra: {
        format: 'ai-sdk',
        fields: { providerOptions: { openai: { store: false, ...options } } },
      } as never,
      generateConfig: { reasoningEffort },
    })
    await step(withEffort('low'))
    const { result, body, dead } = await step(withEffort('high'))
    expect(body).toMatchObject({ reasoning: { effort: 'high' } })
    expect(dead).toBe(0)
    expect(result.reasoning.losses).toMatchObject([{ reason: 'effort', items: 1 }])
  },
)

test("Azure's package, which is older, is told of an effort and not of a tool", async () => {
  const model = 'azure/gpt-6.2-sol'
  const session = createSession({ events: [user('Hello.')] })
  const first = await compile(bot, session, { model, target: 'ai-sdk' })
  const later = session.append(...first.events, { author: 'bot', text: 'Yes.' }, user('And?'))
  const second = { ...bot, tools: [look, read], generateConfig: { reasoningEffort: 'high' } }
  const { request } = await compile(second, later, { model, target: 'ai-sdk', plan: first.plan })
  expect(Object.keys((request as { tools: object }).tools)).toEqual(['look', 'read'])
  expect(JSON.stringify(request)).not.toContain('additionalTools')
})

test('a tool that cannot be appended after an appended instruction ends reasoning by itself', async () => {
  const step = begin('openai/gpt-6.2-sol')
  const instruction = 'Be short.'
  const changed: Agent = { ...bot, instruction, generateConfig: { reasoningEffort: 'high' } }
  await step(bot)
  await step({ ...bot, instruction })
  await step(changed)
  const { result, dead } = await step({ ...changed, tools: [tool('find', 'at')] })
  expect(dead).toBe(0)
  expect(result.reasoning.losses.map(({ reason }) => reason)).toEqual(['tools'])
})

test("options of other providers, and the order of providers, are no other end user of the model's provider", async () => {
  const step = begin('openai/gpt-6.2-sol')
  const asUser = (user: string, gateway: string, isFirst: boolean): Agent => {
    const [own, other] = [{ openai: { store: false, user } }, { gateway: { user: gateway } }]
    return {
      ...bot,
      extra: {
        format: 'ai-sdk',
        fields: { providerOptions: isFirst ? { ...own, ...other } : { ...other, ...own } },
      } as never,
    }
  }
  await step(asUser('a', 'b', true))
  for (const agent of [asUser('a', 'b', false), asUser('a', 'c', false)])
    expect((await step(agent)).result.reasoning.losses).toEqual([])
  const { result } = await step(asUser('d', 'c', false))
  expect(result.reasoning.losses.map(({ reason }) => reason)).toEqual(['end-user'])
})
