// Keys that several sessions of a user share: what a session reads, and which write wins.
import { expect, test } from 'vitest'
import { agent } from '../../../core/agent/declare.ts'
import { tool } from '../../../core/agent/tool.ts'
import { type Member, pipeline, S } from '../../../index.ts'
import { createRunner } from '../../../run.ts'
import { type Script, scriptedModel } from '../../../testing/index.ts'
import type { Store } from '../../store/index.ts'
import { emptyStore } from './empty-store.ts'

const owner = { app: 'test', user: 'ada' }
const [first, second] = [
  { owner, id: 's1' },
  { owner, id: 's2' },
]
const model = 'gpt-5.4'

const running = (program: Member, script: Script, store: Store = emptyStore()) => ({
  store,
  runner: createRunner({ program, store, models: () => scriptedModel(script) }),
})

const sharedValue = async (store: Store, key: string) => (await store.scopes(owner)).get(key)?.value

test('a session reads what another session of the user wrote, and records it', async () => {
  const program = agent({
    name: 'a',
    model,
    instruction: 'Call the user {user:name?}.',
    outputKey: 'user:name',
  })
  const client = scriptedModel(['Ada', 'Countess'])
  const store = emptyStore()
  const runner = createRunner({ program, store, models: () => client })
  await runner.run(first, { message: 'Hi' }).outcome
  await runner.run(second, { message: 'Hi' }).outcome
  expect(JSON.stringify(client.requests[1])).toContain('Call the user Ada.')
  const events = (await store.read(second))?.events ?? []
  expect(events.filter(({ actions }) => actions?.state?.set?.['user:name'] === 'Ada')).toHaveLength(1)
  expect(await sharedValue(store, 'user:name')).toBe('Countess')
  const other = { owner: { app: 'test', user: 'bob' }, id: 's1' }
  expect((await runner.run(other, { message: 'Hi' }).outcome.catch(error => error)).reason).toContain(
    'no answer',
  )
  expect(JSON.stringify(client.requests[2])).not.toContain('Countess')
})

test('a step that loses a race for a shared key counts again with the newer value', async () => {
  const counted = S.compute({ 'user:count': state => Number(state['user:count'] ?? 0) + 1 })
  const store = emptyStore()
  const sessions = Array.from({ length: 8 }, (_, index) => ({ owner, id: `s${index}` }))
  const runners = sessions.map(() =>
    running(pipeline(counted, agent({ name: 'a', model })) as Member, ['ok'], store),
  )
  await Promise.all(
    sessions.map((key, index) => runners[index]?.runner.run(key, { message: 'Count' }).outcome),
  )
  expect(await sharedValue(store, 'user:count')).toBe(8)
})

test('a tool that loses a race for a shared key leaves the newer value, and the log tells so', async () => {
  let release = (): void => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  let reached = (): void => {}
  const started = new Promise<void>(resolve => {
    reached = resolve
  })
  const save = (value: string, wait: Promise<void>) =>
    tool({
      name: 'save',
      execute: async (_: unknown, { state }: { state: { set(key: string, value: string): void } }) => {
        reached()
        await wait
        state.set('user:note', value)
        state.set('own', value)
        return `saved ${value}`
      },
    })
  const answers: Script = ({ messages }) =>
    JSON.stringify(messages.at(-1)).includes('"role":"tool"') ? 'Done.' : { calls: [{ name: 'save' }] }
  const store = emptyStore()
  const slow = running(agent({ name: 'a', model, tools: [save('slow', held)] }), answers, store)
  const fast = running(agent({ name: 'a', model, tools: [save('fast', Promise.resolve())] }), answers, store)
  const run = slow.runner.run(first, { message: 'Save' })
  await started
  await fast.runner.run(second, { message: 'Save' }).outcome
  release()
  const outcome = await run.outcome
  expect(outcome).toMatchObject({
    status: 'done',
    text: 'Done.',
    state: { own: 'slow', 'user:note': 'fast' },
  })
  expect(await sharedValue(store, 'user:note')).toBe('fast')
  const lost = ((await store.read(first))?.events ?? []).flatMap(
    ({ actions }) => actions?.run?.lost?.keys ?? [],
  )
  expect(lost).toEqual(['user:note'])
})

test('a session without a user keeps its user: keys to itself', async () => {
  const key = { owner: { app: 'test' }, id: 's1' }
  const program = pipeline(S.set({ 'user:x': 1, 'app:y': 2 }), agent({ name: 'a', model }))
  const { runner, store } = running(program as Member, ['ok'])
  expect((await runner.run(key, { message: 'Hi' }).outcome).state).toEqual({ 'user:x': 1, 'app:y': 2 })
  expect([...(await store.scopes(key.owner)).keys()]).toEqual(['app:y'])
})
