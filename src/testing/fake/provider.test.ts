import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { models, targets } from '../../../test/targets.ts'
import { targetNames } from '../../core/ir/target-name.ts'
import { type FakeTarget, fakeProvider } from './index.ts'

const legal = Object.fromEntries(
  targetNames.map(name => [name, { model: models[name], ...targets[name].hello }]),
) as Readonly<Record<FakeTarget, object>>

describe.each(targetNames)('%s', target => {
  const odd: readonly unknown[] = [
    undefined,
    null,
    0,
    'text',
    [],
    {},
    10n,
    () => 1,
    { messages: 'x', input: 3, tools: {}, system: 1 },
    { messages: [null, 1, { role: 3, content: [null, { type: 2 }] }], input: [null, 1, { type: 4 }] },
    { ...legal[target], tools: [null, 1, {}, { type: 'function', function: 3, parameters: [] }] },
  ]

  test.each(odd.map(value => [value]))('rejects %s without throwing', request => {
    const answer = fakeProvider(target).send(request)
    expect(answer.status).toBe(400)
    if (answer.status === 400) expect(answer.error.message).not.toBe('')
  })

  test('rejects a cycle', () => {
    const request: { [key: string]: unknown } = { ...legal[target] }
    request.metadata = request
    expect(fakeProvider(target).send(request)).toMatchObject({ status: 400, rule: 'shape' })
  })

  test('never throws and never accepts nonsense, whatever a field holds', () => {
    const fields =
      'model input messages tools tool_choice system text thinking output_config content role type config contents parts'
    const name = fc.constantFrom(
      ...fields.split(' '),
      'function',
      'arguments',
      'tool_calls',
      'call_id',
      'functionCall',
    )
    const { node } = fc.letrec(tie => ({
      node: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue(),
        fc.array(tie('node')),
        fc.dictionary(name, tie('node')),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(name, node), mess => {
        const fake = fakeProvider(target, { remember: true, producerOf: () => 'x' })
        const request = { ...legal[target], ...mess }
        const isAccepted = fake.send(request).status === 200
        expect(isAccepted).toBe(fake.violations(request).length === 0)
        expect(fake.send({ ...request, model: 5 }).status).toBe(400)
      }),
    )
  })

  test('answers a legal body, always alike', () => {
    const first = fakeProvider(target).send(legal[target])
    expect(first.status).toBe(200)
    expect(fakeProvider(target).send(structuredClone(legal[target]))).toEqual(first)
  })

  test('send reports the first of all violations', () => {
    const fake = fakeProvider(target)
    const request = { ...legal[target], model: undefined, surprise: true, wonder: true }
    const answer = fake.send(request)
    const [first, ...rest] = fake.violations(request)
    expect(answer).toMatchObject({ status: 400, rule: first?.rule, error: { message: first?.message } })
    expect(rest.length).toBeGreaterThan(0)
  })
})

test('facts given by the caller win over the built-in ones', () => {
  const request = {
    ...legal.anthropic,
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Well' },
    ],
  }
  expect(fakeProvider('anthropic').send(request)).toMatchObject({ status: 400, rule: 'A6' })
  expect(fakeProvider('anthropic', { facts: { prefill: true } }).send(request).status).toBe(200)
})

test('an OpenAI error carries param and code, an Anthropic one does not', () => {
  const openAI = fakeProvider('openai').send({ ...legal.openai, surprise: 1 })
  expect(openAI).toMatchObject({
    error: { param: 'surprise', code: 'unknown_parameter' },
    pointer: '/surprise',
  })
  const anthropic = fakeProvider('anthropic').send({ ...legal.anthropic, surprise: 1 })
  expect(anthropic).toMatchObject({ error: { message: 'surprise: Extra inputs are not permitted' } })
  if (anthropic.status === 400) expect(Object.keys(anthropic.error)).toEqual(['type', 'message'])
})

test.each([
  ['mistral.chat/mistral-large-latest', 200],
  ['gateway/mistral/mistral-large-latest', 200],
  ['groq.chat/mistral-saba-24b', 400],
  ['cohere.chat/command-a', 400],
])(
  'takes an answer at the end of a prompt only where the AI SDK marks it as a beginning: %s',
  (model, status) => {
    const messages = [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'Hi' },
    ]
    expect(fakeProvider('ai-sdk').send({ model, messages }).status).toBe(status)
  },
)

test.each([
  ['cohere.chat/command-a', 200],
  ['mistral.chat/mistral-large-latest', 400],
])('takes two answers in a row only where a text and calls are answers of their own: %s', (model, status) => {
  const said = { role: 'assistant', content: 'Hi' }
  const messages = [{ role: 'user', content: 'hello' }, said, said, { role: 'user', content: 'more' }]
  expect(fakeProvider('ai-sdk').send({ model, messages }).status).toBe(status)
})
