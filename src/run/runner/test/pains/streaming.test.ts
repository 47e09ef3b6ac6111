// Problems that users of other runners reported with streams that are stopped, dropped or abandoned.
import { expect, test } from 'vitest'
import { tool } from '../../../../core/agent/tool.ts'
import { inMemoryStore } from '../../../store/index.ts'
import { calls, door, halting, helper, key, running } from './setting.ts'

test('chatbot #1060, ai #12117: a stopped answer keeps its message, and what had arrived', async () => {
  const { wait, arrived } = door()
  const client = halting('Once upon', { wait }, ' a time.')
  const { runner, lines } = running(helper(), [], { models: () => client })
  const { outcome } = runner.run(key, { message: 'Tell me a story.' })
  await arrived
  await runner.cancel(key)
  expect((await outcome).status).toBe('cancelled')
  expect(await lines()).toEqual(['user: Tell me a story.', 'helper: Once upon'])
})

test('chatbot #1060: a reader who leaves the stream loses nothing of the answer', async () => {
  const { wait, open } = door()
  const client = halting('Once upon', { wait }, ' a time.')
  const { runner, lines } = running(helper(), [], { models: () => client })
  const stream = runner.run(key, { message: 'Tell me a story.' })
  for await (const event of stream) if (event.type === 'delta') break
  open()
  expect((await stream.outcome).text).toBe('Once upon a time.')
  expect((await lines()).at(-1)).toBe('helper: Once upon a time.')
})

test('ai #10638: the half of an answer does not break the next call', async () => {
  const { wait, arrived } = door()
  const store = inMemoryStore()
  const first = running(helper(), [], { models: () => halting('Once upon', { wait }, ' a time.') }, store)
  first.runner.run(key, { message: 'Tell me a story.' }).outcome.catch(() => {})
  await arrived
  await first.runner.cancel(key)
  await first.runner.stop()
  const second = running(helper(), ['A time, then.'], {}, store)
  expect(await second.run('Go on.')).toMatchObject({ status: 'done', text: 'A time, then.' })
  expect(JSON.stringify(second.requests[0]?.messages)).toContain('Once upon')
})

test('opengeni #61, agents-python #1061: a call without a result does not end the session', async () => {
  const { wait, arrived } = door()
  const stuck = tool({ name: 'stuck', execute: wait })
  const given = running(helper([stuck]), [calls(['stuck'], ['stuck', { n: 1 }]), 'What else?'])
  const first = given.run('Go')
  await arrived
  await given.runner.cancel(key)
  expect((await first).status).toBe('cancelled')
  expect(await given.run('Never mind.')).toMatchObject({ status: 'done', text: 'What else?' })
  const sent = given.requests[1]?.messages as readonly { role: string }[]
  expect(sent.filter(({ role }) => role === 'tool')).toHaveLength(2)
})

test('ai #6502, #15091: a stop ends the run, also if the model and the tool do not listen', async () => {
  const deaf = door()
  const stuck = tool({ name: 'stuck', execute: deaf.wait })
  const given = running(helper([stuck]), [calls(['stuck'])])
  const first = given.run('Go')
  await deaf.arrived
  await given.runner.cancel(key)
  expect((await first).status).toBe('cancelled')
  deaf.open()
  await new Promise(resolve => setTimeout(resolve, 5))
  // The tool's result after the stop is not stored, and no request followed.
  expect(given.requests).toHaveLength(1)
  expect((await given.lines()).filter(line => line.startsWith('result'))).toEqual([])
})

test('ai #6502: a stop from another process ends the run', async () => {
  const { wait, arrived } = door()
  const store = inMemoryStore()
  const listeners = new Set<() => void>()
  const shared = Object.assign(Object.create(store) as typeof store, {
    append: async (...given: Parameters<typeof store.append>) => {
      const revision = await store.append(...given)
      for (const listener of listeners) listener()
      return revision
    },
    watch: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  const stuck = tool({ name: 'stuck', execute: wait })
  const one = running(helper([stuck]), [calls(['stuck'])], {}, shared)
  const two = running(helper([stuck]), [], {}, shared)
  const first = one.run('Go')
  await arrived
  await two.runner.cancel(key, { why: 'enough' })
  expect(await first).toMatchObject({ status: 'cancelled', reason: 'the run was cancelled: enough' })
})
