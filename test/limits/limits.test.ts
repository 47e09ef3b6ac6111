import { describe, expect, test } from 'vitest'
import { fromAnthropic, fromOpenAI, fromOpenAIResponses } from '../../src/from/index.ts'
import { compile, type TargetName } from '../../src/index.ts'
import { fakeProvider } from '../../src/testing/index.ts'
import { png } from '../images.ts'
import { pairs } from '../rules/pairs.ts'

type Message = Record<string, unknown>

const picture = (side: number, length = 0): Message => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: `${png(side, 64, 99)}${'A'.repeat(length)}` },
})
const user = (...content: Message[]): Message => ({ role: 'user', content })
const said: Message = { role: 'assistant', content: [{ type: 'text', text: 'Seen.' }] }
const ask: Message = { role: 'user', content: [{ type: 'text', text: 'What is on them?' }] }
const times = (count: number, part: Message): Message[] => Array<Message>(count).fill(part)

/** Conversations of Claude, each at a limit of its API and just above it. The limit is exceeded by old messages alone. */
const ofClaude: Record<string, { at: Message[]; above: Message[] }> = {
  'the number of images': {
    at: [user(...times(50, picture(64))), said, user(...times(50, picture(64))), said, ask],
    above: [user(...times(50, picture(64))), said, user(...times(51, picture(64))), said, ask],
  },
  'the pixels of an image beside many': {
    at: [user(picture(2_001)), said, user(...times(19, picture(64))), said, ask],
    above: [user(picture(2_001)), said, user(...times(20, picture(64))), said, ask],
  },
  'the bytes of the body': {
    at: [...times(3, user(picture(64, 9_900_000))).flatMap(one => [one, said]), ask],
    above: [...times(4, user(picture(64, 9_900_000))).flatMap(one => [one, said]), ask],
  },
}

const claudeTargets: readonly TargetName[] = ['anthropic', 'ai-sdk']
const model = 'claude-sonnet-4-5'
const legal = (target: TargetName, request: unknown, id = model): readonly unknown[] =>
  fakeProvider(target).violations({ model: id, ...(request as object) })

describe.each(claudeTargets)('%s, limits of Claude', target => {
  test.each(Object.entries(ofClaude))(
    '%s: at it all is sent, above it the oldest is given up',
    async (_, both) => {
      const at = await compile(fromAnthropic({ messages: both.at } as never), { target, model })
      expect([at.ok, legal(target, at.request)]).toEqual([true, []])
      expect(at.units).toHaveLength(both.at.length)
      const above = await compile(fromAnthropic({ messages: both.above } as never), { target, model })
      expect([above.ok, legal(target, above.request)]).toEqual([true, []])
      expect(above.units.length).toBeLessThan(both.above.length)
      expect(above.diagnostics.map(({ code }) => code)).toContain('CX4003')
    },
  )

  test('the newest message that exceeds a limit is refused with the reason', async () => {
    const messages = [ask, said, user(...times(101, picture(64)))]
    const { ok, request, diagnostics } = await compile(fromAnthropic({ messages } as never), {
      target,
      model,
    })
    expect([ok, request]).toEqual([false, null])
    expect(diagnostics.filter(({ level }) => level === 'error').map(({ code }) => code)).toEqual(['CX7016'])
    expect(diagnostics.find(({ code }) => code === 'CX7016')?.message).toContain('more than 100 images')
  })

  test('a plan of before goes on where a limit is exceeded', async () => {
    const { at, above } = ofClaude['the number of images'] as { at: Message[]; above: Message[] }
    const first = await compile(fromAnthropic({ messages: at } as never), { target, model })
    const more = [...at, said, user(picture(64)), said, ask]
    const next = await compile(fromAnthropic({ messages: more } as never), {
      target,
      model,
      plan: first.plan,
    })
    expect([next.ok, legal(target, next.request)]).toEqual([true, []])
    expect(next.units.length).toBeLessThan(more.length)
    expect(above.length).toBe(at.length)
  })
})

const call = (length: number): Message[] => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: 'c1',
        type: 'function',
        function: {
          name: 'ls',
          arguments: JSON.stringify({ a: 'word '.repeat(length / 5 + 1).slice(0, length) }),
        },
      },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'ok' },
]
const words = (text: string): Message => ({ role: 'user', content: text })
const tool = (at: number): Message => ({
  type: 'function',
  function: { name: at === 0 ? 'ls' : `tool_${at}`, parameters: { type: 'object', properties: {} } },
})
const atLimit = 1_048_568

describe.each(['openai', 'openai-chat', 'ai-sdk'] as const)('%s, limits of OpenAI', target => {
  const compiled = (messages: Message[], more: Message = {}) =>
    compile(fromOpenAI({ messages, tools: [tool(0)], ...more } as never), { target, model: 'gpt-5.4' })

  test('the arguments of an old call: at the limit they are sent, above it the call is given up', async () => {
    const told = (length: number): Message[] => [words('Go'), ...call(length), words('And?')]
    const at = await compiled(told(atLimit))
    const above = await compiled(told(atLimit + 1))
    for (const { ok, request } of [at, above])
      expect([ok, legal(target, request, 'gpt-5.4')]).toEqual([true, []])
    expect(JSON.stringify(at.request).length).toBeGreaterThan(atLimit)
    expect(JSON.stringify(above.request).length).toBeLessThan(20_000)
  })

  test('the arguments of the newest call are refused with the reason', async () => {
    const { ok, diagnostics } = await compiled([words('Go'), ...call(atLimit + 1)])
    expect([ok, diagnostics.filter(({ level }) => level === 'error').map(({ code }) => code)]).toEqual([
      false,
      ['CX7016'],
    ])
  })
})

describe.each(['openai', 'openai-chat'] as const)('%s, limits of the fields of a request', target => {
  test.each([
    [16, true],
    [17, false],
  ])('%i pairs of metadata: %s', async (count, isTaken) => {
    const given = { model: 'gpt-5.4', metadata: pairs(count) }
    const conversation =
      target === 'openai'
        ? fromOpenAIResponses({ ...given, input: 'Hi' } as never)
        : fromOpenAI({ ...given, messages: [words('Hi')] } as never)
    const { ok } = await compile(conversation, { target })
    expect(ok).toBe(isTaken)
  })
})

test.each([
  [128, true],
  [129, false],
])('openai-chat: %i tools: %s', async (count, isTaken) => {
  const tools = Array.from({ length: count }, (_, at) => tool(at))
  const { ok } = await compile(fromOpenAI({ messages: [words('Hi')], tools } as never), {
    target: 'openai-chat',
    model: 'gpt-5.4',
  })
  expect(ok).toBe(isTaken)
})
