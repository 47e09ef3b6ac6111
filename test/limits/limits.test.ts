import { describe, expect, test } from 'vitest'
import { fromAnthropic, fromGemini, fromOpenAI } from '../../src/from.ts'
import { compile, type TargetName } from '../../src/index.ts'
import { fakeProvider } from '../../src/testing/index.ts'
import { pdf, png } from '../images.ts'

type Message = Record<string, unknown>

const picture = (side: number, length = 0): Message => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: `${png(side, 64, 99)}${'A'.repeat(length)}` },
})
const paper = (pages: number): Message => ({
  type: 'document',
  source: { type: 'base64', media_type: 'application/pdf', data: pdf(pages) },
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

  test('the pages of documents: at the limit all are sent, above it the oldest is given up', async () => {
    // A window in which the bound of so many pages has room.
    const options = { target, model, modelRows: [{ id: model, window: 990_000 }] }
    for (const last of [60, 61]) {
      const messages = [user(paper(40)), said, user(paper(last)), said, ask]
      const { ok, request, units } = await compile(fromAnthropic({ messages } as never), options)
      expect([ok, legal(target, request)]).toEqual([true, []])
      expect(units.length === messages.length).toBe(last === 60)
    }
  })

  test.each(['claude-nobody-9', 'claude-sonnet-4-5'])(
    'the loss of old messages to a limit is reported with the limit, for %s',
    async model => {
      const { above } = ofClaude['the number of images'] as { above: Message[] }
      const read = fromAnthropic({ messages: above } as never)
      const { ok, diagnostics, plan } = await compile(read, { target, model })
      const trim = diagnostics.find(({ code }) => code === 'CX4003')
      expect([ok, trim?.message, trim?.data.cause]).toEqual([
        true,
        '2 units of older history were dropped, because with them there are more than 100 images',
        'there are more than 100 images',
      ])
      // The next request begins where this one does, so the cause is still the same.
      const more = fromAnthropic({ messages: [...above, said, ask] } as never)
      const next = await compile(more, { target, model, plan })
      expect(next.diagnostics.find(({ code }) => code === 'CX4003')?.data.cause).toBe(trim?.data.cause)
    },
  )

  test('data of a tool is no image, whatever its fields are called', async () => {
    const input = { type: 'image', data: png(8_100, 64), source: { type: 'image' } }
    const asks = (id: string): Message => ({
      role: 'assistant',
      content: [{ type: 'tool_use', id, name: 'find', input }],
    })
    const gets = (id: string): Message => user({ type: 'tool_result', tool_use_id: id, content: 'none' })
    const calls = Array.from({ length: 60 }, (_, at) => [asks(`t${at}`), gets(`t${at}`)]).flat()
    const tools = [{ name: 'find', input_schema: { type: 'object' } }]
    const { ok, units } = await compile(fromAnthropic({ tools, messages: [ask, ...calls] } as never), {
      target,
      model,
    })
    expect([ok, units.length]).toEqual([true, 61])
  })

  test('the bytes of the instruction and of the tools count too', async () => {
    const photo = user(picture(64, 9_000_000))
    const messages = [photo, said, photo, said, photo, said, ask]
    for (const [length, units] of [
      [1_000_000, 7],
      [4_990_000, 7],
      [5_010_000, 5],
    ] as const) {
      const description = 'x'.repeat(length - 1_000)
      const tools = [{ name: 'go', description, input_schema: { type: 'object' } }]
      const given = { messages, tools, system: 'y'.repeat(1_000) }
      const modelRows = [{ id: model, window: 9_000_000, output: 100 }]
      const options = { target, model, modelRows, budget: 8_000_000 }
      const made = await compile(fromAnthropic(given as never), options)
      expect([made.ok, made.units.length]).toEqual([true, units])
    }
  })

  test('with a plan, old messages give way to a limit in steps of its size, not of the whole history', async () => {
    const options = { target, model: 'claude-sonnet-4-5' }
    const shown = user(picture(64))
    const withImages = (count: number): Message[] => [
      ...times(count - 1, shown).flatMap(one => [one, said]),
      shown,
    ]
    let { plan } = await compile(fromAnthropic({ messages: withImages(100) } as never), options)
    const counts: number[] = []
    for (const count of [101, 120, 150, 151, 200]) {
      const read = fromAnthropic({ messages: withImages(count) } as never)
      const next = await compile(read, { ...options, plan })
      expect([next.ok, legal(target, next.request)]).toEqual([true, []])
      plan = next.plan
      counts.push(JSON.stringify(next.request).split('image/png').length - 1)
    }
    // A step drops half of the images that the API takes, but for the one that opened the oldest turn.
    expect(counts).toEqual([52, 71, 51, 52, 51])
  })

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

describe.each(['gemini', 'ai-sdk'] as const)('%s, limits of Google', target => {
  const id = 'gemini-3.8-flash'
  const asked = (parts: Message[], config: Message = {}, model = id) =>
    compile(fromGemini({ contents: [{ role: 'user', parts }], config } as never), { target, model })
  const paper = (pages: number): Message => ({
    inlineData: { mimeType: 'application/pdf', data: pdf(pages) },
  })

  test.each([
    [512, true],
    [513, false],
  ])('%i functions: %s', async (count, isTaken) => {
    const functionDeclarations = Array.from({ length: count }, (_, at) => ({ name: `f${at}` }))
    const { ok, request, diagnostics } = await asked([{ text: 'Hi' }], { tools: [{ functionDeclarations }] })
    expect(ok).toBe(isTaken)
    if (isTaken) expect(legal(target, request, id)).toEqual([])
    else expect(diagnostics.find(({ code }) => code === 'CX7016')?.message).toContain('at most 512')
  })

  test.each([
    [1_000, true],
    [1_001, false],
  ])('a document of %i pages is sent: %s, else described', async (pages, isTaken) => {
    const { ok, request, diagnostics } = await asked([paper(pages), { text: 'Hi' }], {}, 'gemini-2.5-flash')
    const written = JSON.stringify(request)
    expect([ok, written.includes(pdf(pages)), legal(target, request, 'gemini-2.5-flash')]).toEqual([
      true,
      isTaken,
      [],
    ])
    const why = diagnostics.find(({ code }) => code === 'CX7015')?.message
    expect(why?.includes('more than 1000 pages')).toBe(isTaken ? undefined : true)
  })
})
