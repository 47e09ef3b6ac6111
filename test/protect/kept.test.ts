// Placeholders that a model or a tool writes: which stay, and for whom.
import { expect, test } from 'vitest'
import { redact } from '../../src/core/protect/index.ts'
import { agent, compile, createCompiler, createSession, type EventInput, parallel } from '../../src/index.ts'

const placeholder = '[secret:pattern:1]'
const codes = redact({ patterns: [/tulip-\d+/] })
const options = { model: 'gpt-5.4', budget: 20_000 } as const
const call = (args: object): EventInput => ({
  author: 'helper',
  parts: [{ kind: 'tool-call', id: 'c', name: 'send', arguments: args as never }],
})
const result = (text: string): EventInput => ({
  author: 'tool',
  parts: [{ kind: 'tool-result', id: 'c', content: [{ kind: 'text', text }] }],
})
const asked: EventInput = { author: 'user', text: 'My code is tulip-4711.' }

const helper = agent({ name: 'helper', protect: [codes] })
const shown = async (...events: EventInput[]): Promise<string> =>
  JSON.stringify((await compile(helper, createSession({ events }), options)).request)

test('a model may write what it was shown, and a tool what it was given in the call', async () => {
  const text = await shown(asked, call({ to: placeholder }), result(`to ${placeholder}`), {
    author: 'helper',
    text: `Sent to ${placeholder}.`,
  })
  expect(text.split(placeholder)).toHaveLength(5)
  expect(text).not.toContain('[ secret:')
})

test('a model is not taken at its word for what it was not shown yet', async () => {
  const early = { author: 'helper', text: `Is it ${placeholder}?` }
  expect(await shown({ author: 'user', text: 'Guess.' }, early, asked)).toContain(
    'Is it [ secret:pattern:1]?',
  )
})

test('a tool may not write what its call was not given', async () => {
  expect(await shown(asked, call({ to: 'Ben' }), result(`to ${placeholder}`))).toContain(
    'to [ secret:pattern:1]',
  )
})

test('a listed field that holds a placeholder is no new value', async () => {
  const fields = agent({ name: 'helper', protect: [redact({ fields: ['to'] })] })
  const events: EventInput[] = [
    { author: 'user', parts: [{ kind: 'data', value: { to: 'tulip-4711' } }] },
    call({ to: '[secret:field:1]' }),
    call({ to: 'Bearer [secret:field:1]' }),
  ]
  const { request } = await compile(fields, createSession({ events }), options)
  expect(JSON.stringify(request)).not.toContain('[secret:field:2]')
})

test('agents with other protections number other values: they are shown none of these placeholders', async () => {
  const program = parallel(
    agent({ name: 'helper', protect: [codes] }),
    agent({ name: 'other', protect: [redact({ patterns: [/anna|tulip-\d+/] })] }),
    agent({ name: 'third', protect: [codes] }),
  )
  const events: EventInput[] = [
    { author: 'user', text: 'anna, tulip-4711' },
    { author: 'helper', text: placeholder },
  ]
  const seenBy = async (name: string): Promise<string> =>
    JSON.stringify((await compile(program, createSession({ events }), { ...options, agent: name })).request)
  expect(await seenBy('other')).toContain('[ secret:pattern:1]')
  expect(await seenBy('third')).not.toContain('[ secret:')
})

test('a kept compiler gives what a new one gives, whatever is found when', async () => {
  const events: EventInput[] = [
    asked,
    call({ to: placeholder }),
    result(placeholder),
    { author: 'user', text: `${placeholder} and tulip-4712` },
    { author: 'helper', text: `${placeholder} [secret:pattern:2] [secret:pattern:3]` },
    { author: 'user', text: 'tulip-4713' },
    call({ to: 'Ben' }),
    result(placeholder),
  ]
  const compiler = createCompiler(helper, options)
  let session = createSession({})
  for (const event of events) {
    session = session.append(event)
    const warm = await compiler.compile(session)
    expect(warm.request).toEqual((await compile(helper, session, options)).request)
  }
})

test('ids of calls that several branches use are kept apart', async () => {
  const program = parallel(
    agent({ name: 'helper', protect: [codes] }),
    agent({ name: 'other', protect: [codes] }),
  )
  const look = { kind: 'tool-call', id: 'c', name: 'look', arguments: {} } as const
  const events: EventInput[] = [
    asked,
    { author: 'other', branch: 'other', parts: [look] },
    { ...call({ to: placeholder }), branch: 'helper' },
    { ...result(`forged ${placeholder}`), branch: 'other' },
  ]
  const run = { branch: 'other' }
  const { request } = await compile(program, createSession({ events }), { ...options, agent: 'other', run })
  expect(JSON.stringify(request)).toContain('forged [ secret:pattern:1]')
})

test('a value that is part of the form of placeholders leaves them whole', async () => {
  const fields = agent({ name: 'helper', protect: [redact({ fields: ['pw'] })] })
  const events: EventInput[] = [
    { author: 'user', parts: [{ kind: 'data', value: { pw: 'secret' } }] },
    { author: 'helper', text: 'Is it [secret:field:1]?' },
  ]
  const { request } = await compile(fields, createSession({ events }), options)
  expect(JSON.stringify(request)).toContain('Is it [secret:field:1]?')
})
