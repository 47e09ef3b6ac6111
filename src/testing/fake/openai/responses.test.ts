import { describe, expect, test } from 'vitest'
import { fakeProvider } from '../index.ts'

const user = { role: 'user', content: 'Hi' }
const call = (id: string, more: object = {}) => ({
  type: 'function_call',
  call_id: id,
  name: 'weather',
  arguments: '{}',
  ...more,
})
const output = (id: string, more: object = {}) => ({
  type: 'function_call_output',
  call_id: id,
  output: 'rain',
  ...more,
})
const reasoning = (more: object = {}) => ({ type: 'reasoning', summary: [], encrypted_content: 'x', ...more })
const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hm.' }] }
const body = (input: unknown, more: object = {}) => ({ model: 'gpt-5.4', input, ...more })
const rules = (request: unknown, options = {}) =>
  fakeProvider('openai', options)
    .violations(request)
    .map(violation => violation.rule)

describe('accepts', () => {
  test.each([
    ['parallel calls', [user, call('a'), call('b'), output('b'), output('a')]],
    ['reasoning before a call', [user, reasoning({ id: 'rs_1' }), call('a', { id: 'fc_1' }), output('a')]],
    ['two reasoning items in a row', [user, reasoning({ id: 'rs_1' }), reasoning({ id: 'rs_2' }), said]],
    ['dangling reasoning without id', [user, reasoning()]],
    [
      'an image as output',
      [user, call('a'), output('a', { output: [{ type: 'input_image', image_url: 'https://x.y' }] })],
    ],
    ['a developer message anywhere', [user, said, { role: 'developer', content: 'Be brief.' }]],
    ['an assistant message last', [user, said]],
  ])('%s', (_name, input) => {
    expect(rules(body(input))).toEqual([])
  })

  test('an output whose call is in the stored chain', () => {
    expect(rules(body([output('a')], { previous_response_id: 'resp_1' }))).toEqual([])
  })
})

describe('rejects', () => {
  test.each([
    ['an output before its call', [user, output('a'), call('a')], ['R1', 'R2']],
    ['a call id used twice', [user, call('a'), output('a'), call('a'), output('a')], ['tool-id', 'tool-id']],
    ['a call id with other characters', [user, call('a:1'), output('a:1')], ['R14', 'R14']],
    [
      'text of the wrong side',
      [{ role: 'assistant', content: [{ type: 'input_text', text: 'x' }] }],
      ['shape'],
    ],
    ['an unknown item', [user, { type: 'tool_result' }], ['shape']],
    ['a field of another API', [{ ...user, name: 'Ann' }], ['shape']],
  ])('%s', (_name, input, expected) => {
    expect(rules(body(input))).toEqual(expected)
  })

  test('arguments that are not JSON, if the caller allows them', () => {
    const request = body([user, call('a', { arguments: '{' }), output('a')])
    expect(rules(request)).toEqual([])
    expect(rules(request, { facts: { jsonArguments: true } })).toEqual(['arguments'])
  })

  test('configuration updates next to each other or with compaction', () => {
    const update = { type: 'configuration_update' }
    const astra = { model: 'gpt-6-astra' }
    expect(rules(body([user, update, update], astra))).toEqual(['R10'])
    const compaction = { context_management: [{ type: 'compaction', compact_threshold: 9 }] }
    expect(rules(body([user, update], { ...astra, ...compaction }))).toEqual([])
    expect(rules(body([user, update], { ...astra, truncation: 'auto' }))).toEqual(['R10'])
  })
})

describe('strict schemas (R12)', () => {
  const closed = { additionalProperties: false }
  const tool = (parameters: object, strict = true) => ({
    tools: [{ type: 'function', name: 't', strict, parameters }],
  })
  const object = (properties: { readonly [name: string]: unknown }) => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    ...closed,
  })
  test.each([
    ['nullable instead of optional', object({ a: { type: ['string', 'null'] } }), []],
    ['a nested union', object({ a: { anyOf: [{ type: 'string' }, object({ b: { type: 'number' } })] } }), []],
    ['a recursive reference', object({ next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } }), []],
    ['a union at the root', { ...object({}), anyOf: [object({})] }, ['R18', 'R12']],
    ['allOf', object({ a: { type: 'string', allOf: [{}] } }), ['R12']],
    ['a required key that is not there', { ...object({}), required: ['a'] }, ['R12']],
    ['too many enum values', object({ a: { enum: Array.from({ length: 1001 }, (_, at) => at) } }), ['R12']],
    [
      'a long enum',
      object({ a: { enum: Array.from({ length: 251 }, (_, at) => `${at}`.padEnd(60)) } }),
      ['R12'],
    ],
  ])('%s', (_name, parameters, expected) => {
    expect(rules(body('Hi', tool(parameters)))).toEqual(expected)
  })

  test('the limits of Azure', () => {
    const wide = object(
      Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`p${at}`, { type: 'string' }])),
    )
    expect(rules(body('Hi', tool(wide)))).toEqual([])
    expect(rules(body('Hi', tool(wide)), { facts: { schemaProperties: 100, schemaLevels: 5 } })).toEqual([
      'R12',
    ])
  })

  test('a loose tool needs an object at its root, and lists with items', () => {
    const loose = (a: object): object => body('Hi', tool({ type: 'object', properties: { a } }, false))
    expect(rules(loose({ allOf: [{}] }))).toEqual([])
    expect(rules(loose({ type: 'array' }))).toEqual(['R18'])
    expect(rules(body('Hi', tool({ type: 'string' }, false)))).toEqual(['R18'])
  })
})
