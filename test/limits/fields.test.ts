import { describe, expect, test } from 'vitest'
import { fromAISDK, fromOpenAI, fromOpenAIResponses } from '../../src/from.ts'
import { compile, type TargetName } from '../../src/index.ts'
import { fakeProvider } from '../../src/testing/index.ts'
import { pairs } from '../rules/pairs.ts'

type Message = Record<string, unknown>

const words = (text: string): Message => ({ role: 'user', content: text })
const tool = (at: number): Message => ({
  type: 'function',
  function: { name: at === 0 ? 'ls' : `tool_${at}`, parameters: { type: 'object', properties: {} } },
})
const legal = (target: TargetName, request: unknown, id: string): readonly unknown[] =>
  fakeProvider(target).violations({ model: id, ...(request as object) })

describe.each(['openai', 'openai-chat', 'ai-sdk'] as const)(
  '%s, limits of the fields of a request',
  target => {
    test.each([
      [16, true],
      [17, false],
    ])('%i pairs of metadata: %s', async (count, isTaken) => {
      const model = 'gpt-5.4'
      const metadata = pairs(count)
      const conversation = {
        openai: () => fromOpenAIResponses({ model, metadata, input: 'Hi' } as never),
        'openai-chat': () => fromOpenAI({ model, metadata, messages: [words('Hi')] } as never),
        'ai-sdk': () =>
          fromAISDK({ messages: [words('Hi')], providerOptions: { openai: { metadata } } } as never, {
            model,
          }),
      }[target]()
      const { ok, request, diagnostics } = await compile(conversation, { target, model })
      expect(ok).toBe(isTaken)
      if (isTaken) expect(legal(target, request, model)).toEqual([])
      else expect(diagnostics.find(({ code }) => code === 'CX7016')?.message).toContain('16 pairs')
    })
  },
)

describe.each([
  ['openai-chat', 'gpt-5.4'],
  ['ai-sdk', 'openai.chat/gpt-5.4'],
  ['ai-sdk', 'azure.chat/gpt-5.4'],
] as const)('%s, tools of %s', (target, model) => {
  test.each([
    [128, true],
    [129, false],
  ])('%i tools: %s', async (count, isTaken) => {
    const tools = Array.from({ length: count }, (_, at) => tool(at))
    const given = { messages: [words('Hi')], tools }
    const { ok, request } = await compile(fromOpenAI(given as never), { target, model })
    expect(ok).toBe(isTaken)
    if (isTaken) expect(legal(target, request, model)).toEqual([])
  })
})

test.each([
  ['openai-chat', 'kimi-k2.6'],
  ['ai-sdk', 'openai.chat/kimi-k2.6'],
  ['ai-sdk', 'openai.responses/gpt-5.4'],
  ['ai-sdk', 'claude-sonnet-4-5'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['openai', 'gpt-5.4'],
] as const)('%s, %s: no number of tools is known', async (target, model) => {
  const tools = Array.from({ length: 600 }, (_, at) => tool(at))
  const given = { messages: [words('Hi')], tools }
  const { ok } = await compile(fromOpenAI(given as never), { target, model })
  expect(ok).toBe(true)
})
