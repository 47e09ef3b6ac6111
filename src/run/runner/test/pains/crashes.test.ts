// Problems that users of other runners reported with processes that crash during a run.
import { expect, test } from 'vitest'
import { tool } from '../../../../core/agent/tool.ts'
import type { ToolContext } from '../../../../run.ts'
import { inMemoryStore } from '../../../store/index.ts'
import { calls, door, helper, key, linesOf, running } from './setting.ts'

test('agents-python #1656, #2426: a run that never ends has saved each step by then', async () => {
  const { wait, arrived } = door()
  const look = tool({ name: 'look', execute: () => 'seen' })
  const stuck = tool({ name: 'stuck', execute: wait })
  const store = inMemoryStore()
  const { runner } = running(helper([look, stuck]), [calls(['look']), calls(['look'], ['stuck'])], {}, store)
  runner.run(key, { message: 'Go' }).outcome.catch(() => {})
  await arrived
  await new Promise(resolve => setTimeout(resolve, 5))
  // The runner is not stopped properly, so the store contains what a crashed process leaves.
  expect(linesOf((await store.read(key))?.events ?? [])).toEqual([
    'user: Go',
    'helper calls look',
    'result: seen',
    'helper calls look',
    'helper calls stuck',
    'result: seen',
  ])
  await runner.stop()
})

test('langgraph #8115, #4168: results that were recorded before a crash are used, not made again', async () => {
  const { wait, arrived } = door()
  const ran: string[] = []
  let isFirst = true
  const look = tool({ name: 'look', execute: () => void ran.push('look') })
  const slow = tool({
    name: 'slow',
    execute: async () => {
      ran.push('slow')
      if (isFirst) await wait()
      return 'slow is done'
    },
  })
  const store = inMemoryStore()
  const first = running(helper([look, slow]), [calls(['look'], ['slow'])], {}, store)
  first.runner.run(key, { message: 'Go' }).outcome.catch(() => {})
  await arrived
  await new Promise(resolve => setTimeout(resolve, 5))
  await first.runner.stop()
  isFirst = false
  const second = running(helper([look, slow]), ['Done.'], {}, store)
  expect(await second.runner.recover()).toBe(1)
  expect((await second.resume()).text).toBe('Done.')
  expect(ran).toEqual(['look', 'slow', 'slow'])
})

// No issue asks for this: durable engines repeat an interrupted step, and cannot forbid it.
test('a tool that must not run twice begins once, whatever crashes', async () => {
  const { wait, arrived } = door()
  const keys: string[] = []
  const send = tool({
    name: 'send',
    onInterrupt: 'report',
    execute: (_, context) => {
      keys.push((context as ToolContext).key)
      return wait()
    },
  })
  const store = inMemoryStore()
  const first = running(helper([send]), [calls(['send'])], {}, store)
  first.runner.run(key, { message: 'Go' }).outcome.catch(() => {})
  await arrived
  await first.runner.stop()
  const second = running(helper([send]), ['I cannot tell whether it was sent.'], {}, store)
  expect((await second.resume()).status).toBe('done')
  expect(keys).toEqual(['test/ada/s1/1.0'])
  expect((await second.lines())[2]).toMatch(/^result: Error: the call began, and was interrupted/)
})

test('adk-ts #637, #619: a change of the state is applied once, also after a crash', async () => {
  const { wait, arrived } = door()
  const add = tool({
    name: 'add',
    execute: (_, context) => {
      const { state } = context as ToolContext
      state.set('count', Number(state.get('count') ?? 0) + 1)
      return 'added'
    },
  })
  let isFirst = true
  const slow = tool({ name: 'slow', execute: () => (isFirst ? wait() : 'slow is done') })
  const store = inMemoryStore()
  const first = running(helper([add, slow]), [calls(['add']), calls(['slow'])], {}, store)
  first.runner.run(key, { message: 'Go' }).outcome.catch(() => {})
  await arrived
  await first.runner.stop()
  isFirst = false
  const second = running(helper([add, slow]), [calls(['add']), 'Done.'], {}, store)
  expect(await second.resume()).toMatchObject({ status: 'done', state: { count: 2 } })
})
