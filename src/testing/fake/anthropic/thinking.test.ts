import { describe, expect, test } from 'vitest'
import { fakeProvider } from '../index.ts'

const user = (content: unknown) => ({ role: 'user', content })
const think = (signature: string) => ({ type: 'thinking', thinking: '', signature })
const said = (value: string) => ({ type: 'text', text: value })
const bot = (...content: readonly unknown[]) => ({ role: 'assistant', content })

const turns = [
  user('one'),
  bot(think('s1'), said('a')),
  user('two'),
  bot(think('s2'), said('b')),
  user('three'),
  bot(think('s3'), said('c')),
  user('four'),
]
const bare = (...at: readonly number[]) =>
  turns.map((turn, index) =>
    at.includes(index) && Array.isArray(turn.content) ? { ...turn, content: turn.content.slice(1) } : turn,
  )
const body = (messages: readonly unknown[], more: object = {}) => ({
  model: 'claude-opus-5-5',
  max_tokens: 64,
  system: 'Help.',
  messages,
  ...more,
})
const remembering = () =>
  fakeProvider('anthropic', { bound: [body(turns.slice(0, 3)), body(turns.slice(0, 5)), body(turns)] })

describe('bound thinking (A25)', () => {
  test('an append-only conversation is accepted request by request', () => {
    const fake = fakeProvider('anthropic', { remember: true })
    for (const length of [1, 3, 5, 7]) expect(fake.send(body(turns.slice(0, length))).status).toBe(200)
  })

  test.each([
    ['everything kept', body(turns)],
    ['the oldest left out', body(bare(1))],
    ['the newest left out', body(bare(5))],
    ['all left out, history trimmed', body(bare(1, 3, 5).slice(2))],
    [
      'other limits, effort and tool choice',
      body(turns, { max_tokens: 9, output_config: { effort: 'low' } }),
    ],
    [
      'system text as a block with a mark',
      body(turns, { system: [{ ...said('Help.'), cache_control: { type: 'ephemeral' } }] }),
    ],
    [
      'a changed prefix with drop_block',
      body(turns, {
        system: 'Other.',
        thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
      }),
    ],
    [
      'a changed prefix on a model that does not bind',
      body(turns, { system: 'Other.', model: 'claude-opus-5' }),
    ],
  ])('accepts: %s', (_name, request) => {
    expect(remembering().violations(request)).toEqual([])
  })

  test.each([
    ['other system text', body(turns, { system: 'Other.' }), 3],
    ['a tool more', body(turns, { tools: [{ name: 't', input_schema: { type: 'object' } }] }), 3],
    ['history trimmed', body(turns.slice(2)), 2],
    ['an edited message', body(turns.map((turn, at) => (at === 2 ? user('zwei') : turn))), 2],
    ['one between others left out', body(bare(3)), 1],
  ])('rejects: %s', (_name, request, count) => {
    expect(
      remembering()
        .violations(request)
        .map(found => found.rule),
    ).toEqual(Array(count).fill('A25'))
  })

  test('a dropped block must not come back', () => {
    const fake = fakeProvider('anthropic', { bound: [body(turns.slice(0, 3)), body(bare(1).slice(0, 5))] })
    expect(fake.violations(body(turns.slice(0, 5))).map(found => found.rule)).toEqual(['A25'])
  })
})

test('required thinking of a tool loop is only in its first response (A9)', () => {
  const use = (id: string) => ({ type: 'tool_use', id, name: 't', input: {} })
  const result = (id: string) => user([{ type: 'tool_result', tool_use_id: id }])
  const more = {
    model: 'claude-opus-4-5',
    max_tokens: 4096,
    thinking: { type: 'enabled', budget_tokens: 1024 },
    tools: [{ name: 't', input_schema: { type: 'object' } }],
  }
  const rest = [bot(use('b')), result('b')]
  const rules = (messages: readonly unknown[]) =>
    fakeProvider('anthropic')
      .violations(body(messages, more))
      .map(found => found.rule)
  expect(rules([user('one'), bot(think('s'), use('a')), result('a'), ...rest])).toEqual([])
  expect(rules([user('one'), bot(use('a')), result('a'), ...rest])).toEqual(['A9'])
  expect(rules([user('one'), bot(use('a')), result('a'), bot(said('x')), user('two')])).toEqual([])
})

test('thinking of another model is rejected (A26)', () => {
  const request = (model: string) => body(turns, { model })
  const options = { producerOf: () => 'gemini-3-pro' }
  expect(fakeProvider('anthropic', options).violations(request('claude-opus-4-7'))[0]?.rule).toBe('A26')
  expect(fakeProvider('anthropic', options).violations(request('claude-opus-5-5'))).toEqual([])
})
