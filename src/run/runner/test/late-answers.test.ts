// Answers that come too late, because another process cancelled the run, started a new one, or answered first.
import { expect, test } from 'vitest'
import { tool } from '../../../core/agent/tool.ts'
import { scriptedModel } from '../../../testing/index.ts'
import type { ModelClient } from '../../models/model-client.ts'
import { inMemoryStore } from '../../store/index.ts'
import { calls, door, halting, helper, idle, key, running, withoutLeases } from './pains/setting.ts'

/** A client whose first answers wait until the test releases them. */
function late({ wait }: Pick<ReturnType<typeof door>, 'wait'>, most: number) {
  const script = scriptedModel(() => `Answer ${script.requests.length}.`)
  let count = 0
  const client: ModelClient = {
    target: script.target,
    async *stream(request, call) {
      if (++count <= most) await wait()
      yield* script.stream(request, call)
    },
  }
  return { client, seen: () => JSON.stringify(script.requests) }
}

test('a message after a stop in another process gets an answer of its own', async () => {
  const { wait, arrived, open } = door()
  const { client, seen } = late({ wait }, 1)
  const store = withoutLeases(inMemoryStore())
  const one = running(helper(), [], { models: () => client }, store)
  const other = running(helper(), [], { driver: idle }, store)
  const first = one.run('First')
  await arrived
  await other.runner.cancel(key)
  await other.runner.send(key, 'Second')
  open()
  await first
  expect(await one.lines()).toEqual(['user: First', 'user: Second', 'helper: Answer 2.'])
  expect(seen()).toContain('Second')
})

test('two runners that call a model for one message record one answer', async () => {
  const { wait, arrived, open } = door()
  const { client, seen } = late({ wait }, 2)
  const store = withoutLeases(inMemoryStore())
  const one = running(helper(), [], { models: () => client }, store)
  const two = running(helper(), [], { models: () => client }, store)
  const first = one.run('First')
  await arrived
  const second = two.resume()
  await new Promise(resolve => setImmediate(resolve))
  await running(helper(), [], { driver: idle }, store).runner.send(key, 'Second')
  open()
  await Promise.all([first, second])
  expect(await one.lines()).toHaveLength(4)
  expect(seen()).toContain('Second')
})

test('half an answer does not end the turn of a call that waits', async () => {
  const { wait, arrived } = door()
  const pay = tool({ name: 'pay', needsApproval: true, execute: () => 'paid' })
  const store = withoutLeases(inMemoryStore())
  const one = running(helper([pay]), [], { models: () => halting('Half', { wait }, ' done.') }, store)
  const two = running(helper([pay]), [calls(['pay'])], {}, store)
  one.run('Go').catch(() => {})
  await arrived
  expect((await two.resume()).status).toBe('waiting')
  // The first runner reads the second one's events, and stops its own call.
  expect(await one.resume()).toMatchObject({ status: 'waiting', waiting: ['1.0'] })
  expect(await one.lines()).toEqual(['user: Go', 'helper calls pay'])
})
