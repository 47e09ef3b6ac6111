import { expect, test } from 'vitest'
import { agent } from '../../agent/declare.ts'
import type { Plan } from '../../ir/plan.ts'
import { createSession } from '../../session/create.ts'
import { compile } from '../compile.ts'
import { planChecksum } from './plan-form.ts'

const session = createSession({
  events: Array.from({ length: 60 }, (_, index) => ({
    author: index % 2 === 0 ? 'user' : 'helper',
    text: `Message ${index}: ${'words '.repeat(40)}`,
  })),
})
const helper = agent({ name: 'helper' })
const startOf = async (input: number, plan?: Awaited<ReturnType<typeof compile>>['plan']) => {
  const result = await compile(helper, session, {
    model: 'gpt-5.4',
    budget: { input, low: 0.5 },
    plan: plan ?? null,
  })
  const { plan: next } = result
  const decisions = next?.decisions ?? []
  return {
    plan: next,
    start: decisions.find(({ kind }) => kind === 'trim')?.units[0],
    isAnew: decisions.some(({ kind }) => kind === 'config-change'),
  }
}

test('a budget that grew by less than a trim frees leaves the history where it begins', async () => {
  const before = await startOf(1_500)
  const after = await startOf(2_000, before.plan)
  expect(before.start).toBeDefined()
  expect(after).toMatchObject({ start: before.start, isAnew: false })
})

test('a budget that grew by more than a trim frees begins the history anew', async () => {
  const before = await startOf(1_000)
  const after = await startOf(2_500, before.plan)
  expect(before.isAnew).toBe(false)
  expect(after.isAnew).toBe(true)
})

test('the checksum of a stored plan stays the same', () => {
  const parts = 'agent shown target model instruction state tools outputSchema budget'.split(' ')
  const fingerprint = Object.fromEntries(parts.map(part => [part, part])) as unknown as Plan['fingerprint']
  const head = { events: 2, hash: 'h' }
  const bare = { fingerprint, head, decisions: [], reasoning: 1 }
  const whole: Omit<Plan, 'version' | 'check'> = {
    ...{ ...bare, alive: [{ from: 0, to: 1, items: 2 }], content: 'c', declared: 3, step: 0 },
    usage: { estimate: 1, factor: null, reports: [] } as never,
    cache: { messages: 1, hash: 'h', requests: 1, since: 1, last: 2 },
    ...{ compaction: { key: 'k', events: 1 }, budgetCost: true },
  }
  expect([planChecksum(bare), planChecksum(whole)]).toEqual(['085b95a09124', 'e155c4cb5ca1'])
})
