// Problems that users of other runners reported with sessions: several writers, growth, and large numbers of sessions.
//
// Reported problems that are not tested here:
// - NODE_MODULE_VERSION, workflow #1737: the runner has no native module and needs no transform of the app's build; the
//   package's exports are checked, and `bench/` times a step.
// - agent-native #5547, OpenHands #3928 (sessions of MCP servers): the runner has no MCP client yet.
// - adk-python #4827, #4917, #4871, #4621, #3039 (slow lists and reads): the store's, whose tests are in
// `src/run/store/test`;
//   how much of a session the runner reads is tested here.
import { expect, test } from 'vitest'
import { tool } from '../../../../core/agent/tool.ts'
import { compile, restoreSession } from '../../../../index.ts'
import { createRunner } from '../../../../run.ts'
import { scriptedModel } from '../../../../testing/index.ts'
import { inMemoryStore, type Store } from '../../../store/index.ts'
import { calls, door, helper, idle, key, running } from './setting.ts'

/** A store that counts the events and bytes that are read and written. */
function counting(store: Store = inMemoryStore()) {
  const counted = { read: 0, appended: 0, wholeReads: 0 }
  const made = Object.assign(Object.create(store) as Store, {
    async read(...given: Parameters<Store['read']>) {
      const record = await store.read(...given)
      counted.read += record?.events.length ?? 0
      if (given[1]?.from === undefined) counted.wholeReads++
      return record
    },
    async append(...given: Parameters<Store['append']>) {
      counted.appended += JSON.stringify(given[1].events).length
      return store.append(...given)
    },
  })
  return { counted, store: made }
}

const look = tool({ name: 'look', parameters: { type: 'object' }, execute: () => 'seen' })

test('adk-python #4751: two processes that run one session make one legal log', async () => {
  const { wait, arrived, open } = door()
  const store = inMemoryStore()
  const slow = tool({
    name: 'slow',
    execute: async () => {
      await wait()
      return 'slow is done'
    },
  })
  const answers = (request: { readonly messages: readonly object[] }) =>
    JSON.stringify(request.messages).includes('slow is done') ? 'Done.' : calls(['slow'], ['look'])
  const program = helper([slow, look])
  const one = running(program, answers, {}, store)
  const two = running(program, answers, {}, store)
  const first = one.run('Go')
  await arrived
  const second = two.run('And this')
  open()
  await Promise.all([first, second])
  const events = await one.events()
  const results = events.flatMap(({ parts }) =>
    parts.flatMap(part => (part.kind === 'tool-result' ? [part.id] : [])),
  )
  expect(new Set(results).size).toBe(results.length)
  const session = restoreSession({ id: 's1', state: {}, events })
  const compiled = await compile(program, session, {
    target: 'openai-chat',
    model: 'gpt-5.4',
    agent: 'helper',
  })
  expect(compiled.ok).toBe(true)
  expect(compiled.diagnostics.filter(({ level }) => level === 'error')).toEqual([])
})

test('adk-python #917, #1733, #3717: equal times, and a clock that goes back, refuse no append', async () => {
  let time = 5_000
  const given = running(helper([look]), [calls(['look']), 'One.', calls(['look']), 'Two.'], {
    now: () => time,
  })
  expect((await given.run('Go')).text).toBe('One.')
  time = 10
  expect((await given.run('Again')).text).toBe('Two.')
})

test('adk-go #1229: a webhook that writes while a model is called breaks nothing', async () => {
  const { wait, arrived, open } = door()
  const store = inMemoryStore()
  let count = 0
  const client = scriptedModel(() => `Answer ${++count}.`)
  const slow: typeof client = {
    ...client,
    async *stream(request, call) {
      if (count === 0) await wait()
      yield* client.stream(request, call)
    },
  }
  const one = running(helper(), [], { models: () => slow }, store)
  const first = one.run('Go')
  await arrived
  const hook = running(helper(), [], { driver: idle }, store)
  await hook.runner.send(key, 'The parcel has arrived.')
  open()
  expect((await first).text).toBe('Answer 2.')
  expect(await one.lines()).toEqual([
    'user: Go',
    'user: The parcel has arrived.',
    'helper: Answer 1.',
    'helper: Answer 2.',
  ])
})

test('langgraph #7714, #7843, pizza-bot #58, caipe #1238: a step stores as much late as early', async () => {
  const bytesOf = async (steps: number): Promise<number> => {
    const { store, counted } = counting()
    let count = 0
    const script = () => (count++ < steps ? calls(['look', { count: count % 10 }]) : 'Done.')
    const { run } = running(helper([look]), script, { limits: { steps: 1_000 } }, store)
    expect((await run('Go')).status).toBe('done')
    return counted.appended
  }
  const [early, late] = [(await bytesOf(50)) / 50, ((await bytesOf(250)) - (await bytesOf(50))) / 200]
  expect(late).toBeLessThan(early * 1.2)
})

test('adk-js #831: an append reads nothing, however long the history is', async () => {
  const { store, counted } = counting()
  let count = 0
  const script = () => (count++ % 20 < 19 ? calls(['look', { count }]) : 'Done.')
  const { run, events } = running(helper([look]), script, { limits: { steps: 100 } }, store)
  for (const message of ['One', 'Two', 'Three']) await run(message)
  expect(counted.wholeReads).toBe(1)
  expect(counted.read).toBe(0)
  expect((await events()).length).toBeGreaterThan(100)
})

test('mastra #22390: finished runs leave memory', async () => {
  const { store, counted } = counting()
  const client = scriptedModel(() => 'Yes.')
  const runner = createRunner({ program: helper(), store, models: () => client })
  const keyOf = (index: number) => ({ owner: { app: 'test' }, id: `s${index}` })
  for (let index = 0; index < 400; index++) await runner.run(keyOf(index), { message: 'Go' }).outcome
  const before = counted.wholeReads
  await runner.run(keyOf(399), { message: 'Again' }).outcome
  expect(counted.wholeReads).toBe(before)
  // The first session is read from the store again, because it is no longer in the runner's memory.
  await runner.run(keyOf(0), { message: 'Again' }).outcome
  expect(counted.wholeReads).toBe(before + 1)
})

test('langgraphjs #2552, #2040: sessions that run at once share no state', async () => {
  const remember = tool({
    name: 'remember',
    parameters: { type: 'object' },
    execute: ({ name }, context) => {
      const { state } = context as { state: { set(key: string, value: string): void } }
      state.set('name', String(name))
      state.set('user:name', String(name))
      return 'ok'
    },
  })
  const program = helper([remember], { instruction: 'You talk to {name?}, {user:name?}.' })
  const client = scriptedModel(({ messages }) => {
    const text = JSON.stringify(messages)
    const name = /I am (\w+)/.exec(text)?.[1] ?? ''
    return text.includes('tool_call_id') ? 'Hello.' : calls(['remember', { name }])
  })
  const runner = createRunner({ program, store: inMemoryStore(), models: () => client })
  const names = Array.from({ length: 20 }, (_, index) => `User${index}x`)
  const outcomes = await Promise.all(
    names.map(
      user => runner.run({ owner: { app: 'test', user }, id: 's1' }, { message: `I am ${user}` }).outcome,
    ),
  )
  expect(outcomes.map(({ state }) => state.name)).toEqual(names)
  expect(outcomes.map(({ state }) => state['user:name'])).toEqual(names)
  for (const request of client.requests)
    expect(new Set(JSON.stringify(request.messages).match(/User\d+x/g)).size).toBe(1)
})
