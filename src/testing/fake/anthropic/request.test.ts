import { describe, expect, test } from 'vitest'
import { fakeProvider } from '../index.ts'

const tools = [{ name: 'weather', input_schema: { type: 'object' } }]
const user = (content: unknown = 'Hi') => ({ role: 'user', content })
const bot = (content: unknown) => ({ role: 'assistant', content })
const text = (value: string) => ({ type: 'text', text: value })
const use = (id: string) => ({ type: 'tool_use', id, name: 'weather', input: {} })
const result = (id: string, more: object = {}) => ({ type: 'tool_result', tool_use_id: id, ...more })
const body = (messages: readonly unknown[], more: object = {}) => ({
  model: 'claude-opus-4-5',
  max_tokens: 64,
  messages,
  tools,
  ...more,
})
const rules = (request: unknown) =>
  fakeProvider('anthropic')
    .violations(request)
    .map(violation => violation.rule)

describe('accepts', () => {
  test.each([
    ['neighbours of one role', [user(), user(), bot('a'), bot('b'), user()]],
    [
      'parallel calls in any order of results',
      [user(), bot([use('a'), use('b')]), user([result('b'), result('a')])],
    ],
    [
      'results split over two user messages',
      [user(), bot([use('a'), use('b')]), user([result('a')]), user([result('b')])],
    ],
    [
      'an empty result, and an error that says so',
      [
        user(),
        bot([use('a'), use('b')]),
        user([result('a', { content: '' }), result('b', { content: 'no', is_error: true })]),
      ],
    ],
    ['text behind the results', [user(), bot([use('a')]), user([result('a'), text('Go on')])]],
    ['a prefill of an older model', [user(), bot('{')]],
    ['whitespace beside visible text', [user([text(' '), text('Hi')])]],
  ])('%s', (_name, messages) => {
    expect(rules(body(messages))).toEqual([])
  })

  test('a paused turn of a server tool at the end', () => {
    const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }
    const web = { type: 'web_search_20250305', name: 'web_search' }
    expect(rules(body([user(), bot([search])], { model: 'claude-opus-5', tools: [web] }))).toEqual([])
  })

  test('a system message after tool results', () => {
    const messages = [user(), bot([use('a')]), user([result('a')]), { role: 'system', content: 'Be brief.' }]
    expect(rules(body(messages, { model: 'claude-opus-5' }))).toEqual([])
  })
})

describe('rejects', () => {
  test('a call at the end', () => expect(rules(body([user(), bot([use('a')])]))).toEqual(['A1']))

  test('a message between a call and its result', () => {
    expect(rules(body([user(), bot([use('a')]), user('And?'), bot('Wait'), user([result('a')])]))).toEqual([
      'A1',
      'A1',
    ])
  })

  test('two system messages in a row', () => {
    const system = { role: 'system', content: 'Be brief.' }
    expect(rules(body([user(), system, system], { model: 'claude-opus-5' }))).toContain('A16')
  })

  test('an hour mark after a five minute mark', () => {
    const mark = (value: string, ttl: string) => ({
      ...text(value),
      cache_control: { type: 'ephemeral', ttl },
    })
    expect(rules(body([user([mark('a', '5m'), mark('b', '1h')])]))).toEqual(['cache-control'])
    expect(rules(body([user([mark('a', '1h'), mark('b', '5m')])]))).toEqual([])
  })

  test('a fifth mark that is the automatic one', () => {
    const blocks = ['a', 'b', 'c', 'd'].map(value => ({
      ...text(value),
      cache_control: { type: 'ephemeral' },
    }))
    expect(rules(body([user(blocks)], { cache_control: { type: 'ephemeral' } }))).toEqual(['cache-control'])
  })

  test('more than 100000 messages', () => {
    expect(rules(body(Array.from({ length: 100_001 }, () => user())))).toEqual(['A22'])
  })

  test('fields that a block does not have', () => {
    expect(rules(body([user([{ ...text('Hi'), id: 'x' }])]))).toEqual(['shape'])
  })

  test('too many strict tools', () => {
    const schema = { type: 'object', properties: {}, additionalProperties: false }
    const strict = Array.from({ length: 21 }, (_, at) => ({
      name: `t${at}`,
      strict: true,
      input_schema: schema,
    }))
    expect(rules(body([user()], { tools: strict }))).toEqual(['A18'])
  })
})

describe('model families', () => {
  test.each([
    ['claude-opus-4-20250514', []],
    ['anthropic/claude-3.5-sonnet', []],
    ['us.anthropic.claude-opus-4-6-v1', ['A6']],
    ['claude-opus-4-7', ['A15', 'A6']],
    ['claude-fable-6', ['A15', 'A6']],
  ])('%s', (model, expected) => {
    expect(rules(body([user(), bot('Well')], { model, temperature: 0.5 }))).toEqual(expected)
  })
})
