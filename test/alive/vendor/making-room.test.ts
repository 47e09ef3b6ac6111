// Compactions that make no room, that come too late or not at all, and that follow a trim.
import { C } from 'ctxc'
import { describe, expect, test } from 'vitest'
import { type Talk, talk } from './talk.ts'

type Results = Awaited<ReturnType<typeof talk>>['results']

const decisionsOf = ({ plan }: Results[number]) =>
  (plan as { decisions: readonly { kind: string; at: number }[] }).decisions

/** Steps at which the history was trimmed. */
const trims = (results: Results): number[] =>
  results.flatMap((result, step) => {
    const at = decisionsOf(result).find(({ kind }) => kind === 'trim')?.at
    const before = results[step - 1]
    const known = before && decisionsOf(before).find(({ kind }) => kind === 'trim')?.at
    return at === undefined || at === known ? [] : [step]
  })

test('a compaction that replaces another one, behind a trim, costs only the reasoning that it replaces', async () => {
  const settings: Talk = { model: 'claude-opus-5-5', budget: 6_000, steps: 28, turnOf: 5, seed: 1, delay: 1 }
  const { faults, results } = await talk({ ...settings, agent: { context: C.all() } })
  expect(faults).toEqual([])
  expect(trims(results).length).toBeGreaterThan(0)
  expect(results.at(-1)?.reasoning.losses.map(({ reason }) => reason)).toEqual(['compaction'])
})

test('a compaction of OpenAI with long user messages is given up by a trim, and later trims make large steps', async () => {
  const { faults, results, requests } = await talk({
    ...{ model: 'gpt-6.2-sol', budget: 6_000, steps: 44, turnOf: 1 },
    also: () => [{ author: 'user', text: 'long words here '.repeat(50) }],
  })
  expect(faults).toEqual([])
  const isCompacted = requests.map(request => JSON.stringify(request).includes('"compaction"'))
  expect(isCompacted.indexOf(false, isCompacted.indexOf(true))).toBeGreaterThan(0)
  const losing = results.filter(({ reasoning }) => reasoning.losses.some(({ reason }) => reason === 'budget'))
  expect(losing.length).toBeGreaterThan(1)
  expect(losing.length).toBeLessThan(6)
})

describe.each<[string, Partial<Talk>]>([
  ['come too late', { delay: 3 }],
  ['are refused', { provider: { compaction: 'refusal' } }],
])('compactions that %s', (_, settings) => {
  test('are asked for twice in a turn', async () => {
    const { faults, results, asked } = await talk({
      ...{ model: 'claude-opus-5-5', budget: 6_000, steps: 30, turnOf: 1_000, seed: 3 },
      ...settings,
    })
    expect(faults).toEqual([])
    expect(trims(results).length).toBeGreaterThan(3)
    expect(asked).toHaveLength(2)
  })
})
