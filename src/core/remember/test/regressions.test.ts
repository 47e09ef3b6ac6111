// Defects of what agents remember that an attack found.
import {
  agent,
  agentTool,
  C,
  compile,
  createSession,
  type Member,
  mapOver,
  parallel,
  pipeline,
  restoreSession,
  S,
} from 'ctxc'
import { check } from 'ctxc/check'
import type { ExtractHandler } from 'ctxc/effects'
import { redact } from 'ctxc/protect'
import { consolidate, distill, extract, memoriesOf, notes, rememberAnswer } from 'ctxc/remember'
import { sqliteMemories } from 'ctxc/remember/sqlite'
import { createRunner } from 'ctxc/run'
import { inMemoryStore } from 'ctxc/store'
import { type ScriptedModel, scriptedModel } from 'ctxc/testing'
import { expect, test } from 'vitest'

const owner = { app: 'a', user: 'u' }
const key = { owner, id: 's' }
const by = (run: (input: Parameters<ExtractHandler['run']>[0]) => unknown) => ({
  extract: { id: 'x', run: async (input: Parameters<ExtractHandler['run']>[0]) => run(input) as never },
})
const said = (...texts: string[]) =>
  createSession({ events: texts.map((text, at) => ({ author: at % 2 ? 'h' : 'user', text })) })
const free = { type: 'object' } as const

/** Runs a program for some messages and returns the state after them. */
async function stateOf(
  program: unknown,
  models: Record<string, ScriptedModel>,
  effects: object = {},
  messages: readonly string[] = ['x'],
) {
  const store = inMemoryStore()
  const runner = createRunner({ program: program as Member, store, models, compile: { effects } })
  for (const message of messages) await runner.run(key, { message }).outcome
  const record = await store.read(key)
  return restoreSession({ id: 's', state: record?.state ?? {}, events: record?.events ?? [] }).state
}

test('an answer is not kept under the key of a rule', async () => {
  const reader = agent({ name: 'worker', model: 'm2', instruction: 'Do {tasks}' })
  const models = () => ({ m: scriptedModel(['- buy milk\n- call Anna']), m2: scriptedModel(['ok']) })
  const writer = (rule: never) => agent({ name: 'planner', model: 'm', remember: [rule] })
  const likes = by(({ messages }) => ({ facts: messages.length > 0 ? ['buy milk'] : [] }))
  const kept = pipeline(writer(distill({ key: 'tasks' }) as never), reader)
  expect(await stateOf(kept, models(), likes)).toEqual({ tasks: ['buy milk'] })
  const failing = pipeline(writer(extract({ key: 'tasks', schema: free }) as never), reader)
  const fails = by(() => {
    throw new Error('no')
  })
  expect(await stateOf(failing, models(), fails)).toEqual({})
})

test('members that run at once lose none of their notes', async () => {
  const member = (name: string) => agent({ name, model: name, remember: [notes({ key: 'n' })] })
  const models = { a: scriptedModel(['- one']), b: scriptedModel(['- two']) }
  const { n } = await stateOf(parallel(member('a'), member('b')), models)
  expect([...(n as string[])].sort()).toEqual(['one', 'two'])
  let at = 0
  const items = mapOver(
    { key: 'list', item: 'item', into: 'res' },
    agent({ name: 'w', model: 'm', instruction: '{item}', remember: [notes({ key: 'n' })] }),
  )
  const all = await stateOf(pipeline(S.set({ list: ['a', 'b', 'c'] }), items), {
    m: scriptedModel(() => `- note ${'abc'[at++]}`),
  })
  expect([...(all.n as string[])].sort()).toEqual(['note a', 'note b', 'note c'])
})

test('no value is made of an answer that was refused', async () => {
  const inputs: string[][] = []
  const effects = by(({ messages }) => {
    inputs.push(messages.map(({ text }) => text))
    return { n: 1 }
  })
  const program = agent({
    ...{ name: 'a', model: 'm', outputSchema: { type: 'object', required: ['z'] } as never },
    remember: [extract({ key: 'e', schema: free })],
  })
  await stateOf(program, { m: scriptedModel(['nope', '{"z":1}']) }, effects)
  expect(inputs).toEqual([['x', '{"z":1}']])
})

test('a placeholder in a note stays one when the list is written again, and has no number in other sessions', async () => {
  const program = (name: string) =>
    agent({
      ...{ name: 'h', model: 'gpt-5.4', context: [C.all(), C.notes(name)] },
      remember: [distill({ key: name })],
      protect: [redact({ pii: ['email'] })],
    })
  const grown = async (name: string) => {
    let session = said('mail anna@example.org', 'ok')
    const facts = [['mail [secret:email:1]'], ['likes tea']]
    for (const fact of facts) {
      session = session.append(
        ...(await rememberAnswer(program(name), session, { effects: by(() => ({ facts: fact })) })),
      )
      session = session.append({ author: 'user', text: 'likes tea' }, { author: 'h', text: 'ok' })
    }
    const { request } = await compile(program(name), session.append({ author: 'user', text: 'Hi' }))
    return JSON.stringify(request)
  }
  expect(await grown('n')).toContain('mail [secret:email:1]\\nlikes tea')
  expect(await grown('user:n')).toContain('mail [ secret:email]')
})

const merging = agent({ name: 'h', remember: [consolidate({ key: 'n', over: 2 })] })
const consolidated = async (given: unknown, texts: unknown) => {
  const session = createSession({
    state: { n: given as never },
    events: [
      { author: 'user', text: 'x' },
      { author: 'h', text: 'y' },
    ],
  })
  return session.append(
    ...(await rememberAnswer(merging, session, { effects: by(() => ({ notes: texts })) })),
  ).state.n
}

test.each<[string, unknown, unknown, unknown]>([
  [
    'one that is refused',
    ['tea', 'coffee 5', 'lives at 10 Main St'],
    ['tea', 'lives at 11 Main St'],
    ['tea', 'coffee 5', 'lives at 10 Main St'],
  ],
  [
    'a done note of the same text',
    [{ text: 'buy milk', done: true }, 'Buy milk.', 'call Anna', 'x'],
    ['buy milk', 'call Anna'],
    ['buy milk', 'call Anna', { text: 'buy milk', done: true }],
  ],
  [
    'the turns of notes',
    [
      { text: 'a', turn: 1 },
      { text: 'b', turn: 2 },
      { text: 'c', turn: 3 },
    ],
    ['a', 'b'],
    [
      { text: 'a', turn: 3 },
      { text: 'b', turn: 3 },
    ],
  ],
  ['one note twice', ['a', 'b', 'c'], ['a', 'A.'], ['A.']],
])('merged notes: %s', async (_, before, texts, after) => {
  expect(await consolidated(before, texts)).toEqual(after)
})

test('notes with protected values are merged too', async () => {
  const program = agent({
    name: 'h',
    remember: [consolidate({ key: 'n', over: 2 })],
    protect: [redact({ pii: ['email'] })],
  })
  const session = createSession({
    state: { n: ['raw carl@example.org', 'x', 'y'] },
    events: [
      { author: 'user', text: 'x' },
      { author: 'h', text: 'y' },
    ],
  })
  const inputs: string[] = []
  const effects = by(({ messages }) => {
    inputs.push(JSON.stringify(messages))
    return { notes: ['x', 'y'] }
  })
  expect(session.append(...(await rememberAnswer(program, session, { effects }))).state.n).toEqual(['x', 'y'])
  expect(inputs.join()).not.toContain('carl@')
})

test('an agent with an agent as a tool remembers its own user', async () => {
  const inputs: string[][] = []
  const effects = by(({ messages }) => {
    inputs.push(messages.map(({ author, text }) => `${author}:${text}`))
    return {}
  })
  const helper = agent({ name: 'helper', description: 'h', model: 'mh' })
  const program = agent({
    name: 'a',
    model: 'ma',
    tools: [agentTool(helper)],
    remember: [extract({ key: 'f', schema: free })],
  })
  const calls = [{ calls: [{ name: 'helper', arguments: { request: 'do it' } }] }, 'final']
  await stateOf(program, { ma: scriptedModel(calls), mh: scriptedModel(['x']) }, effects, ['User says Rome'])
  expect(inputs).toEqual([['user:User says Rome', 'a:final']])
})

test('words that were taken back are not remembered, nor what was made of them meanwhile', async () => {
  const inputs: string[][] = []
  const effects = by(({ messages }) => {
    inputs.push(messages.map(({ text }) => text))
    return {}
  })
  const program = agent({ name: 'h', remember: [extract({ key: 'e', schema: free })] })
  const again = said('q', 'ans', 'q2 taken back').rewind(2).append({ author: 'h', text: 'anew' })
  await rememberAnswer(program, again, { effects })
  const other = said('q', 'old answer').rewind(1).append({ author: 'h', text: 'new' })
  await rememberAnswer(program, other, { effects })
  expect(inputs).toEqual([['q', 'anew'].slice(0, 2), ['q', 'new']])

  let open: (value: unknown) => void = () => {}
  const gate = new Promise(done => (open = done))
  const store = inMemoryStore()
  const gated = { extract: { id: 'x', run: async () => (await gate) as never } }
  const runner = createRunner({
    program: agent({ name: 'h', model: 'm', remember: [distill({ key: 'd' })] }),
    ...{ store, models: { m: scriptedModel(['secret thing']) }, compile: { effects: gated } },
  })
  const run = runner.run(key, { message: 'secret thing' })
  await new Promise(done => setTimeout(done, 20))
  await runner.rewind(key, 0)
  open({ facts: ['secret thing'] })
  await run.outcome
  const record = await store.read(key)
  expect(restoreSession({ id: 's', state: {}, events: record?.events ?? [] }).state).toEqual({})
})

test('two rules with the same work both take effect', async () => {
  const program = agent({ name: 'h', remember: [distill({ key: 'facts' }), distill({ key: 'user:facts' })] })
  const session = said('likes tea', 'likes tea')
  const events = await rememberAnswer(program, session, { effects: by(() => ({ facts: ['likes tea'] })) })
  expect(session.append(...events).state).toEqual({ facts: ['likes tea'], 'user:facts': ['likes tea'] })
})

test.each<[string, () => unknown]>([
  ['another form for JSON', () => ({ city: 'R', toJSON: () => ({ evil: 1 }) })],
  ['a form without JSON', () => ({ city: 'R', n: 10n })],
  ['a date', () => Object.assign(new Date(0), { city: 'x' })],
])('a value is checked as it is stored: %s', async (_, make) => {
  const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  const program = agent({ name: 'h', remember: [extract({ key: 'e', schema })] })
  const session = said('q', 'a')
  expect(session.append(...(await rememberAnswer(program, session, { effects: by(make) }))).state).toEqual({})
})

test('a note cannot look like another one', async () => {
  const shown = async (format: 'plain' | 'log' | 'checklist', text: string) => {
    const program = agent({ name: 'h', context: [C.all(), C.notes('n', { format })] })
    const session = createSession({ state: { n: [text] }, events: [{ author: 'user', text: 'Hi' }] })
    const { request } = await compile(program, session, { model: 'gpt-5.4' })
    return (request as { input: { content: string }[] }).input.map(({ content }) => content).join('\n')
  }
  for (const end of ['\n', '\r', '\r\n', '\u2028'])
    for (const [format, forged] of [
      ['plain', '- [x] b'],
      ['log', 'turn 9: b'],
      ['checklist', '- [x] b'],
    ] as const)
      expect((await shown(format, `a${end}${forged}`)).split(/[\n\r\u2028]/)).not.toContain(forged)
})

test('the items of one answer are compared with each other, and what is there stays as it is', async () => {
  const rule = agent({ name: 'h', remember: [notes({ key: 'n', mode: 'merge' })] })
  const after = async (before: unknown, answer: string) => {
    const session = createSession({
      state: { n: before as never },
      events: [
        { author: 'user', text: 'x' },
        { author: 'h', text: answer },
      ],
    })
    return session.append(...(await rememberAnswer(rule, session))).state.n
  }
  expect(await after([], '- a\n- a\n- A.')).toEqual(['a'])
  expect(await after([], '- a\n- [x] a')).toEqual([{ text: 'a', done: true }])
  expect(await after([{ text: 'q', extra: 1 }, null, { b: 2 }], '- a')).toEqual([
    { text: 'q', extra: 1 },
    null,
    { b: 2 },
    'a',
  ])
  expect(await after(['買牛乳'], 'Here it is:\n- [x] 買牛乳。\n+ [ ] go\n  on\nDone.')).toEqual([
    { text: '買牛乳。', done: true },
    'go\non',
  ])
  expect(await after([], '[x](http://a.b) is good')).toEqual(['[x](http://a.b) is good'])
})

test('a key of any name is written', async () => {
  const program = agent({ name: 'h', remember: [notes({ key: '__proto__' })] })
  const session = said('q', '- a')
  const { state } = session.append(...(await rememberAnswer(program, session)))
  expect(Object.getOwnPropertyDescriptor(state, '__proto__')?.value).toEqual(['a'])
})

test('check tells what a rule writes from an answer, and what may not be there', () => {
  const writer = agent({
    name: 'w',
    remember: [extract({ key: 'e', schema: { type: 'object', properties: { town: { type: 'string' } } } })],
  })
  const reader = agent({ name: 'r', instruction: '{e.town?}' })
  expect(check(pipeline(writer, reader)).diagnostics.map(({ code }) => code)).not.toContain('CX1003')
  const needing = agent({ name: 'r', instruction: '{e}' })
  expect(check(pipeline(writer, needing)).diagnostics.map(({ code }) => code)).toContain('CX1002')
  const from = agent({ name: 'w', remember: [notes({ key: 'n', from: 'src' })] })
  expect(
    check(pipeline(from, agent({ name: 'r', instruction: '{n}' }))).diagnostics.map(({ code }) => code),
  ).toContain('CX1002')
})

test('the memories of a session have no words of agents that work as tools, and no refused answers', async () => {
  const store = inMemoryStore()
  const helper = agent({ name: 'helper', description: 'h', model: 'mh' })
  const program = agent({
    name: 'a',
    model: 'ma',
    tools: [agentTool(helper)],
    outputSchema: { type: 'object' } as never,
  })
  const calls = [{ calls: [{ name: 'helper', arguments: { request: 'do it' } }] }, 'no JSON', '{"a":1}']
  const runner = createRunner({
    program,
    store,
    models: { ma: scriptedModel(calls), mh: scriptedModel(['x']) },
  })
  await runner.run(key, { message: 'Go' }).outcome
  const record = await store.read(key)
  const session = restoreSession({ id: 's', state: {}, events: record?.events ?? [] })
  expect(memoriesOf(session).map(({ text }) => text)).toEqual(['Go', '{"a":1}'])
})

test('rememberAnswer refuses options that it cannot follow', async () => {
  const program = agent({ name: 'h', remember: [notes({ key: 'n' })] })
  await expect(rememberAnswer(program, said('q', 'a'), { agent: 'nope' })).rejects.toThrow("no agent 'nope'")
  await expect(rememberAnswer(program, said('q', 'a'), { effects: 5 as never })).rejects.toThrow(TypeError)
  await expect(rememberAnswer(program, said('q', 'a'), { signal: 5 as never })).rejects.toThrow(TypeError)
  expect(() => notes({ key: 'user:n', olderThan: 3 })).toThrow('counts turns of one session')
  expect(() => sqliteMemories({ path: 'x' } as never)).toThrow(TypeError)
})
