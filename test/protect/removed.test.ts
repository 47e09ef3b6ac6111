// Values that are replaced before an event is stored.
import { expect, test } from 'vitest'
import { redact, removeValues } from '../../src/core/protect/index.ts'
import { agent, compile, createSession, type EventInput, tool } from '../../src/index.ts'
import { inMemoryStore } from '../../src/run/store/index.ts'
import { createRunner } from '../../src/run.ts'
import { scriptedModel } from '../../src/testing/index.ts'

const key = { owner: { app: 'test' }, id: 's1' }
const mail = 'anna@example.org'
const code = 'tulip-4711'
const protect = [redact({ pii: ['email'], patterns: [/tulip-\d+/], fields: ['seat'], store: true })]

test('a runner stores no value of a message, a state, a call, a result or an answer', async () => {
  const inputs: unknown[] = []
  const find = tool({
    name: 'find',
    parameters: { type: 'object' },
    reveal: ['to'],
    execute: input => {
      inputs.push(input)
      return { seat: '12F', text: `${mail} has ${code}` }
    },
  })
  const client = scriptedModel([
    { calls: [{ id: 'c1', name: 'find', arguments: { to: '[removed:email]', seat: '9A' } }] },
    `${mail} sits there.`,
    'Yes.',
  ])
  const store = inMemoryStore()
  const program = agent({ name: 'helper', model: 'gpt-5.4', tools: [find], protect })
  const runner = createRunner({ program, store, models: () => client, now: () => 0 })
  const run = async (message: string, state = {}) => {
    const { status } = await runner.run(key, { message, state }).outcome
    expect(status).toBe('done')
  }
  await run(`Write to ${mail}.`, { person: { seat: '1C', mail } })
  await run(`Base64: ${Buffer.from(mail).toString('base64')}`)
  const stored = JSON.stringify(await store.read(key))
  for (const value of [mail, code, '12F', '9A', '1C', Buffer.from(mail).toString('base64')])
    expect(stored, value).not.toContain(value)
  expect(stored).toContain('Write to [removed:email].')
  expect(inputs).toEqual([{ to: '[removed:email]', seat: '[removed:field]' }])
  const sent = client.requests.map(each => JSON.stringify(each)).join()
  expect(sent).not.toContain(mail)
  expect(sent).toContain('[removed:email]')
})

test('names of agents, tools and keys stay, whatever the user calls a value', async () => {
  const reader = tool({ name: 'search', parameters: { type: 'object' }, execute: () => 'found' })
  const client = scriptedModel([{ calls: [{ id: 'c1', name: 'search', arguments: {} }] }, 'Done.'])
  const store = inMemoryStore()
  const program = agent({
    name: 'reviewer',
    model: 'gpt-5.4',
    tools: [reader],
    outputKey: 'customer',
    protect,
  })
  const runner = createRunner({ program, store, models: () => client, now: () => 0 })
  const message = '[{"seat":"reviewer"},{"seat":"search"},{"seat":"customer"}]'
  expect((await runner.run(key, { message }).outcome).status).toBe('done')
  expect(client.requests).toHaveLength(2)
  const stored = JSON.stringify(await store.read(key))
  expect(stored).not.toContain('"seat":"reviewer"')
  expect(stored).toContain('"customer":"Done."')
})

test.each([
  '{"password":"[removed:email]"}',
  '{"password":"hunter2-[removed:email]"}',
  'password=[removed:email] and -u ada:[removed:email]',
  'https://ada:[removed:password]@example.org',
])('words for a value that is gone are no value themselves: %s', async text => {
  const session = createSession({
    events: [text, 'Mail [removed:email].'].map(each => ({ author: 'user', text: each })),
  })
  const protect = [redact({ pii: ['email'], patterns: [/email|code \S+ \S+/], store: true })]
  const { request } = await compile({ name: 'helper' }, session, { model: 'gpt-5.4', protect })
  const sent = JSON.stringify(request)
  expect(sent).toContain(JSON.stringify(text).slice(1, -1))
  expect(sent).toContain('Mail [removed:email].')
  const event = { author: 'user', text } as const
  expect(removeValues(protect)?.(event).parts).toEqual([{ kind: 'text', text }])
})

test('a find that reaches over such words keeps what is beside them', () => {
  const remove = removeValues([redact({ patterns: [/code \S+ \S+/], store: true })])
  expect(remove?.({ author: 'user', text: 'The code [removed:email] tulip-9 here' }).parts).toEqual([
    { kind: 'text', text: 'The [removed:pattern][removed:email][removed:pattern] here' },
  ])
})

test('stop sequences of a run are stored without values, other settings as they are', async () => {
  const store = inMemoryStore()
  const program = agent({ name: 'helper', model: 'gpt-5.4', protect })
  const runner = createRunner({ program, store, models: () => scriptedModel(['Done.']), now: () => 0 })
  const generateConfig = { stopSequences: [mail, 'END'], temperature: 0.5, toolChoice: 'auto' } as const
  await runner.run(key, { message: 'Hi', generateConfig }).outcome
  const stored = JSON.stringify(await store.read(key))
  expect(stored).toContain('"stopSequences":["[removed:email]","END"],"temperature":0.5,"toolChoice":"auto"')
  expect(stored).not.toContain(mail)
})

test('numbers of a JSON text stay as they were written', () => {
  const text = '{"order":12345678901234567890,"price":1.10,"seat":"12F"}'
  const event = removeValues(protect)?.({ author: 'user', text })
  expect(event?.parts).toEqual([
    { kind: 'text', text: '{"order":12345678901234567890,"price":1.10,"seat":"[removed:field]"}' },
  ])
})

test('a short value is removed from JSON beside the value of a listed field', () => {
  const remove = removeValues([redact({ fields: ['seat'], patterns: [/#\w+/], store: true })])
  const event = remove?.({ author: 'user', text: '{"a":"#b","c":"d\\n#e","seat":"x"}' })
  expect(event?.parts).toEqual([
    {
      kind: 'text',
      text: '{"a":"[removed:pattern]","c":"d\\n[removed:pattern]","seat":"[removed:field]"}',
    },
  ])
})

test('a number of a listed field is replaced however it is written, and a deleted key keeps its name', () => {
  for (const number of ['1.10', '12345678901234567890', '7']) {
    const event = removeValues(protect)?.({
      author: 'user',
      text: `{"seat":${number},"id":98765432109876543210}`,
    })
    expect(event?.parts).toEqual([
      { kind: 'text', text: '{"seat":"[removed:field]","id":98765432109876543210}' },
    ])
  }
  const remove = removeValues(protect)
  remove?.({ author: 'user', text: '{"seat":"customer"}' })
  const event = remove?.({ author: 'developer', actions: { state: { delete: ['customer'] } } })
  expect(event?.actions?.state).toEqual({ delete: ['customer'] })
})

test('the reason for which a handler failed is stored without values', () => {
  const effect = { kind: 'embed', key: 'k', handler: 'e', error: `no access for ${mail}` } as const
  expect(JSON.stringify(removeValues(protect)?.({ author: 'developer', actions: { effect } }))).not.toContain(
    mail,
  )
})

test('without store, the log keeps its events as they are', async () => {
  const store = inMemoryStore()
  const program = agent({ name: 'helper', model: 'gpt-5.4', protect: [redact({ pii: ['email'] })] })
  const runner = createRunner({ program, store, models: () => scriptedModel(['Done.']), now: () => 0 })
  await runner.run(key, { message: `Write to ${mail}.` }).outcome
  expect(JSON.stringify(await store.read(key))).toContain(mail)
})

test('events of one’s own are replaced one after the other, and a value is known in later ones in any form', () => {
  const remove = removeValues(protect)
  const events: EventInput[] = [
    { author: 'user', text: `I am ${mail}.` },
    {
      author: 'helper',
      parts: [
        { kind: 'tool-call', id: '1', name: 'find', arguments: { q: encodeURIComponent(`${mail}&x`) } },
      ],
    },
    {
      author: 'tool',
      parts: [{ kind: 'tool-result', id: '1', content: [{ kind: 'data', value: { mail, seat: 7 } }] }],
    },
  ]
  const text = JSON.stringify(events.map(event => remove?.(event)))
  expect(text).not.toContain('anna')
  expect(text).toContain('"seat":"[removed:field]"')
  expect(removeValues([redact()])).toBe(null)
})

test('a text that stands for a removed value is no value itself, and is sent as it is', async () => {
  const session = createSession({
    state: { person: { seat: '[removed:field]' } },
    events: [{ author: 'user', text: 'password: [removed:password], Bearer [removed:token]' }],
  })
  const { request, diagnostics } = await compile(
    agent({ name: 'helper', instruction: 'Seat {person}.', protect }),
    session,
    {
      model: 'gpt-5.4',
    },
  )
  expect(JSON.stringify(request)).not.toContain('[secret:field')
  expect(JSON.stringify(request)).toContain('password: [removed:password], Bearer [removed:token]')
  expect(diagnostics.map(({ code: one }) => one)).not.toContain('CX6014')
})

test('a text that a detector fails on is not stored, and one that answers later cannot be used', () => {
  const find = () => {
    throw new Error('no model')
  }
  const remove = removeValues([redact({ detectors: [{ id: 'x', version: '1', find }], store: true })])
  expect(JSON.stringify(remove?.({ author: 'user', text: 'hello there' }))).not.toContain('hello')
  expect(() =>
    redact({ detectors: [{ id: 'x', version: '1', findLater: async () => [] }], store: true }),
  ).toThrow(/redact\.detectors/)
})

test('keys of the state keep their own values, whatever becomes of them in between', () => {
  const set = { 123456789: 'one', 200000000: 'two', [mail]: 'three', [encodeURIComponent(mail)]: 'four' }
  const remove = removeValues([redact({ pii: ['email'], patterns: [/\b123456789\b/], store: true })])
  remove?.({ author: 'user', text: mail })
  expect(remove?.({ author: 'developer', actions: { state: { set } } })?.actions?.state?.set).toEqual(set)
})
