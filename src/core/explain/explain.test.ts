import { expect, test } from 'vitest'
import { compile } from '../compile/compile.ts'
import type { CompileOptions } from '../compile/contract/options.ts'
import type { Conversation } from '../from/conversation.ts'
import { createSession } from '../session/create.ts'
import { fromAnthropic } from '../vendor/anthropic/read/anthropic.ts'
import { fromOpenAI } from '../vendor/openai/read/openai.ts'
import { fromOpenAIResponses } from '../vendor/openai/read/openai-responses.ts'
import { explain } from './explain.ts'
import type { Explanation, OmittedEntry, UnitEntry } from './explanation.ts'

const call = (id: string, name: string, args: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
})

const messages = [
  { role: 'system', content: 'You are terse.' },
  { role: 'user', content: `Read it all. ${'word '.repeat(500)}` },
  call('c1', 'read', '{"path":"a.md"}'),
  { role: 'tool', tool_call_id: 'c1', content: 'line '.repeat(400) },
  { role: 'assistant', content: '' },
  { role: 'user', content: 'Short answer, please.' },
  call('c2', 'read', '{"path":"b.md"}'),
  { role: 'tool', tool_call_id: 'c2', content: 'The end.' },
]

const units = ({ sections }: Explanation): UnitEntry[] =>
  sections.flatMap(({ entries }) => entries.filter(entry => entry.kind === 'unit'))
const omitted = ({ sections }: Explanation): OmittedEntry[] =>
  sections.flatMap(({ entries }) => entries.filter(entry => entry.kind === 'omitted'))

async function explained(
  options: CompileOptions,
  from: Conversation = fromOpenAI(messages),
): Promise<Explanation> {
  return explain(await compile(from, options), from)
}

test('explain reports where each unit came from and where it went', async () => {
  const explanation = await explained({ model: 'gpt-5.4', budget: 300 })
  expect(
    units(explanation).map(({ sources, pointer }) => [sources.map(({ place }) => place), pointer]),
  ).toEqual([
    [['message[5]'], '/messages/1'],
    [['message[6]', 'message[7]'], '/messages/2'],
  ])
  const [user, step] = units(explanation)
  expect(user).toMatchObject({ role: 'user', preview: 'Short answer, please.', calls: [] })
  expect(step).toMatchObject({ role: 'model', calls: ['read'], preview: '{"path":"b.md"}' })
  expect(step?.sources[1]).toMatchObject({ author: 'tool', tool: 'read', preview: 'The end.' })
})

test('explain reports what was dropped, its size and the reason', async () => {
  const [run, empty] = omitted(await explained({ model: 'gpt-5.4', budget: 300 }))
  expect(run).toMatchObject({
    units: 2,
    ranges: [{ from: 0, to: 2 }],
    reason: 'older than the history that fits the budget',
    roles: { user: 1, model: 1 },
    calls: [{ name: 'read', count: 1 }],
  })
  expect(run?.before).toBeGreaterThan(800)
  expect(run?.largest.map(({ source }) => source.place)).toEqual(['message[1]', 'message[2]'])
  expect(empty).toMatchObject({ units: 1, reason: 'without content', before: 0 })
})

test.each(['openai', 'openai-chat', 'anthropic'] as const)('sizes add up for %s', async target => {
  const explanation = await explained({
    target,
    model: target === 'anthropic' ? 'claude-sonnet-5' : 'gpt-5.4',
  })
  const sent = explanation.sections.filter(({ kind }) => kind !== 'omitted')
  expect(sent.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(explanation.tokens.input)
  for (const { entries, tokens } of sent) {
    expect(Math.abs(entries.reduce((sum, entry) => sum + entry.tokens, 0) - tokens)).toBeLessThanOrEqual(1)
  }
  for (const entry of sent.flatMap(section => [section, ...section.entries]))
    expect(entry.pointer).toMatch(/^\//)
  expect(units(explanation).length + omitted(explanation).reduce((sum, run) => sum + run.units, 0)).toBe(
    explanation.units.all,
  )
  expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation)
})

test('explain keeps units apart even without the conversation', async () => {
  const conversation = fromOpenAI(messages)
  const result = await compile(conversation, { model: 'gpt-5.4', budget: 300 })
  const [user, step] = units(explain(result))
  expect(user).toMatchObject({ id: 'u4.0', pointer: '/messages/1', preview: 'Short answer, please.' })
  expect(step?.sources.map(({ place }) => place)).toEqual(['event 5', 'event 6'])
  expect(step?.preview).toBe('{"path":"b.md"}')
})

test('explain accepts any program, imported or not', async () => {
  const session = createSession({ events: [{ author: 'user', text: 'Hello' }] })
  const program = { agent: { name: 'a' }, session }
  const [unit] = units(explain(await compile(program, { model: 'gpt-5.4' }), program))
  expect(unit).toMatchObject({ preview: 'Hello', sources: [{ place: 'event 0', author: 'user' }] })
  const chat = { ...program, format: 'openai-chat' } as const
  const [message] = units(explain(await compile(chat, { model: 'gpt-5.4' }), chat))
  expect(message?.sources[0]?.place).toBe('message[0]')
})

test('every filler is listed at its place', async () => {
  const from = fromAnthropic([{ role: 'assistant', content: 'Hello' }])
  const { sections } = await explained({ model: 'claude-sonnet-5' }, from)
  const entries = sections[0]?.entries ?? []
  expect(entries.map(({ kind, pointer }) => [kind, pointer])).toEqual([
    ['declaration', '/messages/0'],
    ['unit', '/messages/1'],
    ['declaration', '/messages/2'],
  ])
})

test('a compile without a request is explained too', async () => {
  const tight = await explained({ model: 'gpt-5.4', budget: 1 })
  expect(tight).toMatchObject({ ok: false, units: { all: 5, sent: 0 } })
  expect(tight.tokens.free).toBeLessThan(0)
  expect(omitted(tight)[0]?.reason).toBe('no request was made')
  const nowhere = await explained({ model: 'llama-x' })
  expect(nowhere).toMatchObject({ ok: false, target: null })
  const nothing = {
    agent: { name: 'a' },
    session: createSession(),
    format: 'openai',
    leading: 0,
  } as const
  expect(explain(await compile(nothing, { model: 'gpt-5.4' }), nothing).units).toEqual({ all: 0, sent: 0 })
})

test('the preview of a dropped unit shows its text, not its encrypted reasoning (N)', async () => {
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' }
  const from = fromOpenAIResponses([
    { role: 'user', content: 'Write.' },
    reasoning,
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: `Draft 1. ${'word '.repeat(600)}` }],
    },
    { role: 'user', content: 'And now?' },
  ])
  const given = omitted(await explained({ model: 'gpt-5.4', budget: 200 }, from))
  const previews = given.flatMap(({ largest, sources }) => [
    ...largest.map(({ source }) => source),
    ...sources,
  ])
  expect(previews.length).toBeGreaterThan(0)
  expect(previews.some(({ preview }) => preview?.startsWith('Draft 1.'))).toBe(true)
  expect(previews.map(({ preview }) => preview)).not.toContain('[encrypted reasoning]')
})
