import { expect, test } from 'vitest'
import { agent } from '../../../core/agent/declare.ts'
import { tool } from '../../../core/agent/tool.ts'
import { createRunner, type RunnerOptions } from '../../../run.ts'
import { scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore } from '../../store/index.ts'

const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }

test.each([
  ['', {}],
  [' that is marked as begun', { onInterrupt: 'report' }],
] as const)('a tool%s does not run if another runner rewinds its approval just before', async (_, more) => {
  const ran: unknown[] = []
  const book = tool({
    name: 'book',
    parameters: { type: 'object', properties: {} },
    needsApproval: true,
    ...more,
    execute: input => {
      ran.push(input)
      return 'booked'
    },
  })
  const program = agent({ name: 'desk', model: 'gpt-5.4', tools: [book] })
  const script = [{ calls: [{ name: 'book', arguments: {} }] }, 'Done.']
  const store = inMemoryStore()
  const runnerOf = (options: Partial<RunnerOptions> = {}) =>
    createRunner({ program, store, models: () => scriptedModel([...script]), now: () => 1_000, ...options })
  const other = runnerOf()
  let isApproved = false
  const beforeTool = async (): Promise<undefined> => {
    if (isApproved) {
      isApproved = false
      await other.rewind(key, 1)
    }
    return undefined
  }
  const runner = runnerOf({ callbacks: [{ beforeTool }] })
  expect((await runner.run(key, { message: 'Book.' }).outcome).status).toBe('waiting')
  await runner.approve(key, '1.0', { by: 'Ada' })
  isApproved = true
  await runner.resume(key).outcome
  expect(ran).toEqual([])
  await Promise.all([runner.stop(), other.stop()])
})
