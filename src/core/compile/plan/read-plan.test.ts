import { expect, test } from 'vitest'
import { agent } from '../../agent/declare.ts'
import { createSession } from '../../session/create.ts'
import { compile } from '../compile.ts'

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
