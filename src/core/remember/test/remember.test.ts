// Rules by which an agent's answer changes the state: notes, captured answers, and values that a handler makes.
import { agent, C, compile, createSession, type JsonValue, pipeline, restoreSession } from 'ctxc'
import { check } from 'ctxc/check'
import type { ExtractHandler } from 'ctxc/effects'
import { parseProgram } from 'ctxc/program'
import { redact } from 'ctxc/protect'
import { capture, consolidate, distill, extract, notes, reconcile, rememberAnswer } from 'ctxc/remember'
import { createRunner } from 'ctxc/run'
import { inMemoryStore } from 'ctxc/store'
import { scriptedModel } from 'ctxc/testing'
import { describe, expect, test } from 'vitest'

const owner = { app: 'test' }

/** Returns the state after an agent with these rules gave some answers, one a turn. */
async function stateAfter(rules: Parameters<typeof rememberOf>[0], answers: readonly string[], state = {}) {
  let session = createSession({ state })
  for (const text of answers) {
    session = session.append({ author: 'user', text: 'Go on.' }, { author: 'helper', text })
    session = session.append(...(await rememberAnswer(rememberOf(rules), session)))
  }
  return session.state
}
const rememberOf = (remember: readonly ReturnType<typeof notes<string>>[]) =>
  agent({ name: 'helper', remember })

test('an answer that is a list becomes notes, and any other answer one note', async () => {
  const rules = [notes({ key: 'tasks' })]
  expect(await stateAfter(rules, ['- buy milk\n- call Anna', 'All is\nset up.'])).toEqual({
    tasks: ['buy milk', 'call Anna', 'All is\nset up.'],
  })
})

test.each([
  ['append', ['a', 'b', 'a.']],
  ['prepend', ['a.', 'b', 'a']],
  ['replace', ['a.']],
  ['merge', ['a', 'b']],
] as const)('notes may %s', async (mode, expected) => {
  const { list } = await stateAfter([notes({ key: 'list', mode })], ['a', 'b', 'a.'])
  expect(list).toEqual(expected)
})

test('items with boxes are ticked off, and done notes go first where there are too many', async () => {
  const rules = [notes({ key: 'tasks', mode: 'merge', most: 3 })]
  const state = await stateAfter(rules, ['- [ ] one\n- [ ] two', '- [x] One', '- [ ] three\n- [ ] four'])
  expect(state).toEqual({ tasks: ['two', 'three', 'four'] })
  const half = await stateAfter(rules, ['- [ ] one\n- [ ] two', '- [x] one.'])
  expect(half).toEqual({ tasks: [{ text: 'one.', done: true }, 'two'] })
})

test('notes older than some turns are dropped', async () => {
  const rules = [notes({ key: 'log', olderThan: 2 })]
  expect(await stateAfter(rules, ['one', 'two', 'three'])).toEqual({
    log: [
      { text: 'two', turn: 1 },
      { text: 'three', turn: 2 },
    ],
  })
})

test('the notes are shown by C.notes, in each format', async () => {
  const state = { tasks: [{ text: 'one', done: true }, 'two', { text: 'three', turn: 4 }] }
  const shown = async (format: 'plain' | 'checklist' | 'numbered' | 'log' | 'structured') => {
    const helper = agent({ name: 'helper', context: [C.all(), C.notes('tasks', { format })] })
    const session = createSession({ state, events: [{ author: 'user', text: 'Hi' }] })
    const { request } = await compile(helper, session, { model: 'gpt-5.4' })
    return /">\n([\s\S]*?)\n<\//.exec(
      (request as { input: { content: string }[] }).input.map(({ content }) => content).join('\n'),
    )?.[1]
  }
  expect(await shown('plain')).toBe('one\ntwo\nthree')
  expect(await shown('checklist')).toBe('- [x] one\n- [ ] two\n- [ ] three')
  expect(await shown('numbered')).toBe('1. one\n2. two\n3. three')
  expect(await shown('log')).toBe('one\ntwo\nturn 4: three')
  expect(await shown('structured')).toBe('{"text":"one","done":true}\n"two"\n{"text":"three","turn":4}')
})

test('the answer is captured, and the value of a key is noted', async () => {
  const rules = [capture({ key: 'draft' }), notes({ key: 'drafts', from: 'draft' })]
  const session = createSession({ events: [{ author: 'helper', text: 'One.' }] })
  const events = await rememberAnswer(agent({ name: 'helper', remember: rules }), session)
  expect(events).toEqual([
    {
      author: 'developer',
      trust: 'model',
      branch: '',
      actions: { state: { set: { draft: 'One.', drafts: ['One.'] } }, madeFrom: [{ from: 0, to: 1 }] },
    },
  ])
})

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const
const trip = agent({ name: 'helper', remember: [extract({ key: 'trip', schema })] })
const handler = (run: ExtractHandler['run']): { readonly extract: ExtractHandler } => ({
  extract: { id: 'x', run },
})
const asked = createSession({
  events: [
    { author: 'user', text: 'I go to Rome with 2 friends.' },
    { author: 'helper', text: 'When?' },
  ],
})

test('a value is extracted by a schema, from the turn', async () => {
  const inputs: unknown[] = []
  const effects = handler(async input => {
    inputs.push(input.messages)
    return '{"city":"Rome"}'
  })
  const session = asked.append(...(await rememberAnswer(trip, asked, { effects })))
  expect(session.state).toEqual({ trip: { city: 'Rome' } })
  expect(inputs).toEqual([
    [
      { seq: 0, author: 'user', text: 'I go to Rome with 2 friends.' },
      { seq: 1, author: 'helper', text: 'When?' },
    ],
  ])
})

test.each<[string, () => unknown, string]>([
  ['another form', () => ({ town: 'Rome' }), 'its value is not what the schema allows'],
  ['no JSON', () => 'Rome', 'it gave a text that is no JSON'],
  ['an error', () => Promise.reject(new Error('down')), 'down'],
])('%s changes no state, and the reason is recorded', async (_, run, why) => {
  const events = await rememberAnswer(trip, asked, { effects: handler(run as never) })
  expect(asked.append(...events).state).toEqual({})
  expect(events.map(({ actions }) => (actions?.effect as { error?: string } | undefined)?.error)).toEqual([
    expect.stringContaining(why),
  ])
})

test('facts are kept once, and none that nobody said', async () => {
  const helper = agent({ name: 'helper', remember: [distill({ key: 'user:facts', most: 3 })] })
  const effects = handler(async () => ({
    facts: ['Goes to Rome.', 'Takes 2 friends.', 'Takes 7 friends.', 'Knows Barbara, goes to Rome'],
  }))
  let session = asked.append(...(await rememberAnswer(helper, asked, { effects })))
  expect(session.state['user:facts']).toEqual(['Goes to Rome.', 'Takes 2 friends.'])
  session = session.append({ author: 'user', text: 'To Rome!' }, { author: 'helper', text: 'Yes.' })
  const again = handler(async () => ({ facts: ['goes to rome'] }))
  const events = await rememberAnswer(helper, session, { effects: again })
  expect(events.map(({ actions }) => actions?.state)).toEqual([undefined])
})

test('notes beyond a number are merged, and those that came meanwhile stay', async () => {
  const helper = agent({
    name: 'helper',
    remember: [notes({ key: 'n' }), consolidate({ key: 'n', over: 2 })],
  })
  const session = createSession({
    state: { n: ['likes tea', 'likes green tea', { text: 'done', done: true }] },
  }).append({ author: 'user', text: 'Hi' }, { author: 'helper', text: 'lives in Rome' })
  const merged = await rememberAnswer(helper, session, {
    effects: handler(async () => ({ notes: ['likes green tea', 'lives in Rome'] })),
  })
  expect(session.append(...merged).state).toEqual({
    n: ['likes green tea', 'lives in Rome', { text: 'done', done: true }],
  })
  const worse = await rememberAnswer(helper, session, {
    effects: handler(async () => ({ notes: ['a', 'b', 'c', 'd'] })),
  })
  expect((session.append(...worse).state.n as unknown[]).length).toBe(4)
})

describe('notes that later ones repeat or contradict', () => {
  const helper = agent({ name: 'helper', remember: [reconcile({ key: 'n' })] })
  const list = [
    'likes tea',
    'lives in Berlin',
    'takes 2 friends along',
    { text: 'lives in Berlin', done: true },
    'drinks tea with pleasure',
    'moved from Berlin to Vienna',
  ]
  const session = createSession({ state: { n: list } }).append(
    { author: 'user', text: 'Hi' },
    { author: 'helper', text: 'Hello.' },
  )
  // Numbers are those of the open notes.
  const notesLeft = async (answer: unknown) => {
    const effects = handler(async () => answer as JsonValue)
    return session.append(...(await rememberAnswer(helper, session, { effects }))).state.n as JsonValue[]
  }

  test('go, whichever number the handler names first, and no note is written anew', async () => {
    const left = await notesLeft({ same: [[3, 0]], contradictory: [[1, 4]] })
    expect(left).toEqual(list.filter((_, at) => at !== 0 && at !== 1))
  })

  test('stay where the later one lacks what they say, or has no word in common', async () => {
    expect(await notesLeft({ same: [[2, 3]], contradictory: [] })).toEqual(list)
    expect(await notesLeft({ same: [], contradictory: [[0, 4]] })).toEqual(list)
  })

  test('stay where the handler answers with no pairs of notes', async () => {
    for (const pair of [[0, 0], [0, 9], [-1, 3], [0]])
      expect(await notesLeft({ same: [pair], contradictory: [] }), JSON.stringify(pair)).toEqual(list)
    expect(await notesLeft({ same: 'all', contradictory: [] })).toEqual(list)
    expect(await notesLeft('no JSON')).toEqual(list)
  })

  test('go once each, where several have one text', async () => {
    const twice = createSession({ state: { n: ['buy milk', 'call Anna', 'buy milk'] } }).append(
      { author: 'user', text: 'Hi' },
      { author: 'helper', text: 'Hello.' },
    )
    const effects = handler(async () => ({ same: [[0, 2]], contradictory: [] }))
    const events = await rememberAnswer(helper, twice, { effects })
    expect(twice.append(...events).state.n).toEqual(['call Anna', 'buy milk'])
  })

  test('stay where the later one has few of their words', async () => {
    const other = createSession({ state: { n: ['Anna is allergic to nuts', 'buy milk'] } }).append(
      { author: 'user', text: 'Hi' },
      { author: 'helper', text: 'Hello.' },
    )
    const effects = handler(async () => ({ same: [[0, 1]], contradictory: [] }))
    const events = await rememberAnswer(helper, other, { effects })
    expect(other.append(...events).state.n).toEqual(['Anna is allergic to nuts', 'buy milk'])
  })

  test('leave one at least, whatever pairs are named', async () => {
    const all = [0, 1, 2, 3, 4].flatMap(one => [0, 1, 2, 3, 4].map(other => [one, other]))
    expect((await notesLeft({ same: all, contradictory: all })).at(-1)).toBe('moved from Berlin to Vienna')
  })

  test('are looked for once in the same notes', async () => {
    let runs = 0
    const effects = handler(async () => {
      runs++
      return { same: [], contradictory: [] }
    })
    let now = session.append(...(await rememberAnswer(helper, session, { effects })))
    now = now.append({ author: 'user', text: 'And?' }, { author: 'helper', text: 'Nothing.' })
    await rememberAnswer(helper, now, { effects })
    expect(runs).toBe(1)
    now = now.append({ author: 'developer', actions: { state: { set: { n: [...list, 'has a dog'] } } } })
    now = now.append({ author: 'user', text: 'And?' }, { author: 'helper', text: 'Noted.' })
    await rememberAnswer(helper, now, { effects })
    expect(runs).toBe(2)
  })
})

test('a handler gets placeholders, and a value may hold them', async () => {
  const helper = agent({
    name: 'helper',
    context: [C.all(), C.state('trip')],
    remember: [extract({ key: 'trip', schema })],
    protect: [redact({ pii: ['email'] })],
  })
  const session = createSession({
    events: [
      { author: 'user', text: 'My address is anna@example.org.' },
      { author: 'helper', text: 'Noted.' },
    ],
  })
  const effects = handler(async ({ messages }) => ({
    city: messages[0]?.text.split(' ').at(-1)?.replace(/\.$/, '') ?? '',
  }))
  const next = session.append(...(await rememberAnswer(helper, session, { effects })))
  expect(next.state).toEqual({ trip: { city: '[secret:email:1]' } })
  const { request } = await compile(helper, next.append({ author: 'user', text: 'Hi' }), { model: 'gpt-5.4' })
  expect(JSON.stringify(request)).toContain('{\\"city\\":\\"[secret:email:1]\\"}')
})

test('a runner remembers after the answer, and does the same work once', async () => {
  const runs: string[] = []
  const effects = handler(async ({ messages }) => {
    runs.push(messages.at(-1)?.text ?? '')
    return { city: 'Rome' }
  })
  const helper = agent({
    name: 'helper',
    model: 'gpt-5.4',
    remember: [notes({ key: 'tasks' }), extract({ key: 'trip', schema })],
  })
  const answers = ['- one\n- two', '- three']
  const store = inMemoryStore()
  const runner = createRunner({
    program: helper,
    store,
    models: { 'gpt-5.4': scriptedModel(answers) },
    compile: { effects },
  })
  await runner.run({ owner, id: 's' }, { message: 'To Rome' }).outcome
  await runner.run({ owner, id: 's' }, { message: 'And?' }).outcome
  const record = await store.read({ owner, id: 's' })
  const session = restoreSession({ id: 's', state: record?.state ?? {}, events: record?.events ?? [] })
  expect(session.state).toEqual({ tasks: ['one', 'two', 'three'], trip: { city: 'Rome' } })
  expect(runs).toEqual(answers)
})

test('check and the types know the keys that rules write', () => {
  const planner = agent({
    name: 'planner',
    remember: [notes({ key: 'tasks' }), extract({ key: 'trip', schema })],
  })
  const worker = agent({ name: 'worker', instruction: 'Do {tasks} in {trip.city?}.' })
  expect(check(pipeline(planner, worker)).diagnostics.map(({ code }) => code)).toEqual([])
  // @ts-expect-error nothing writes 'tasks' before the worker reads it
  const { diagnostics } = check(pipeline(worker, planner))
  expect(diagnostics.map(({ code }) => code)).toContain('CX1001')
})

test('rules are data', () => {
  const planner = agent({
    name: 'planner',
    remember: [notes({ key: 'tasks', most: 5 }), consolidate({ key: 'tasks', over: 9 })],
  })
  const data = JSON.parse(JSON.stringify(planner))
  expect(parseProgram(data).program).toMatchObject({ remember: planner.remember })
  expect(() => notes({ key: 'a', most: 0 })).toThrow('notes.most')
  expect(() => agent({ name: 'a', remember: [{ remember: 'note', key: 'a' } as never] })).toThrow(
    "did you mean 'notes'",
  )
})
