// Rules take effect wherever their agent is placed; what they wrote is read by others, cleared, and trusted as a
// model's.
import {
  agent,
  C,
  createSession,
  fallback,
  loop,
  type Member,
  mapOver,
  parallel,
  pipeline,
  route,
  S,
} from 'ctxc'
import type { ExtractHandler } from 'ctxc/effects'
import { taint } from 'ctxc/protect'
import { distill, extract, notes, rememberAnswer } from 'ctxc/remember'
import { createRunner } from 'ctxc/run'
import { inMemoryStore } from 'ctxc/store'
import { type Script, scriptedModel } from 'ctxc/testing'
import { expect, test } from 'vitest'

const model = 'gpt-5.4'
const key = { owner: { app: 'a', user: 'u' }, id: 's' }
const extractHandler: ExtractHandler = {
  id: 'x',
  run: async ({ schema }) =>
    JSON.stringify(schema).includes('facts') ? { facts: ['Goes to Rome.'] } : { city: 'Rome' },
}

/** Runs a program for some messages, and returns the state after the last, and the requests. */
async function ran(program: Member, script: Script = () => '- buy milk', messages = ['I go to Rome.']) {
  const client = scriptedModel(script)
  const runner = createRunner({
    ...{ program, store: inMemoryStore(), models: { [model]: client } },
    compile: { effects: { extract: extractHandler } },
  })
  let state: Readonly<Record<string, unknown>> = {}
  for (const message of messages) state = (await runner.run(key, { message }).outcome).state
  return { state, sent: client.requests.map(request => JSON.stringify(request)) }
}

const trip = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const
const writer = agent({
  name: 'writer',
  model,
  remember: [
    notes({ key: 'n', mode: 'merge' }),
    extract({ key: 'trip', schema: trip }),
    distill({ key: 'facts' }),
  ],
})
const other = agent({ name: 'other', model })
const parent = agent({ name: 'parent', model, subAgents: [writer] })

const places: Record<string, readonly [Member, Script?]> = {
  'the program': [writer],
  'a member of a pipeline': [pipeline(other, writer)],
  'a pipeline in a pipeline': [pipeline(other, pipeline(other, writer) as never) as Member],
  'a loop': [loop({ max: 2 }, writer)],
  'a group of agents that run at once': [parallel(other, writer)],
  'a branch of a route': [
    pipeline(S.set({ go: 'x' }), route('go').is('x', writer).otherwise(other)) as Member,
  ],
  'a fallback': [fallback(writer, other)],
  'items of a list': [
    pipeline(
      S.set({ list: ['a', 'b'] }),
      mapOver({ key: 'list', item: 'item', into: 'all' }, writer),
    ) as Member,
  ],
  'an agent that got the turn': [
    parent,
    [{ calls: [{ name: 'transfer_to_agent', arguments: { agent_name: 'writer' } }] }, '- buy milk'],
  ],
}

test.each(Object.entries(places))('rules of %s take effect', async (_, [program, script]) => {
  const { state } = await ran(program, script)
  expect(state).toMatchObject({ n: ['buy milk'], trip: { city: 'Rome' }, facts: ['Goes to Rome.'] })
})

test('facts, notes and values that one agent left are shown to the next', async () => {
  const context = [C.none(), C.notes('facts'), C.notes('n', { format: 'checklist' }), C.state('trip')]
  const reader = agent({ name: 'reader', model, context })
  // A memory that a handler makes is there in the next turn.
  const { sent } = await ran(pipeline(writer, reader), () => '- [x] buy milk', ['I go to Rome.', 'And?'])
  const last = sent.at(-1)
  expect(last).toContain('from=\\"notes facts\\">\\nGoes to Rome.\\n<')
  expect(last).toContain('from=\\"notes n\\">\\n- [x] buy milk\\n<')
  expect(last).toContain('trip: {\\"city\\":\\"Rome\\"}')
})

test('a list that a step clears is shown to nobody, and grows again', async () => {
  const reader = agent({ name: 'reader', model, context: [C.all(), C.notes('n')] })
  const { state, sent } = await ran(pipeline(writer, S.drop('n'), reader, writer) as Member)
  expect(sent[1]).not.toContain('notes n')
  expect(state).toMatchObject({ n: ['buy milk'] })
})

test('working notes are told to the agents that read them, and end with the run', async () => {
  const planner = agent({
    name: 'planner',
    model,
    context: C.none(),
    remember: [notes({ key: 'temp:plan' })],
  })
  const worker = agent({ name: 'worker', model, context: [C.none(), C.notes('temp:plan')] })
  const last = agent({ name: 'last', model, context: C.userOnly() })
  const answers = ['ok', '- secret step', 'ok', 'ok']
  const program = pipeline(worker, planner, worker, last) as Member
  const { state, sent } = await ran(program, [...answers, ...answers], ['I go to Rome.', 'And?'])
  const has = [false, false, true, false]
  expect(sent.map(text => text.includes('secret step'))).toEqual([...has, ...has])
  expect(state).toEqual({})
})

test('words that a rule stored are the words of a model, and what a user said stays a user’s', async () => {
  const session = createSession({
    events: [
      { author: 'user', text: 'My hotel is the Excelsior.' },
      { author: 'writer', text: '- book the Bellevue tower' },
    ],
  })
  const remembering = agent({ name: 'writer', remember: [notes({ key: 'n' })] })
  const after = session.append(...(await rememberAnswer(remembering, session)))
  expect(after.state).toEqual({ n: ['book the Bellevue tower'] })
  expect(taint(after, 'book the Bellevue tower')).toMatchObject({ trust: 'model' })
  expect(taint(after, 'the Excelsior')).toMatchObject({ trust: 'user' })
})
