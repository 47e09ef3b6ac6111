import { describe, expect, test } from 'vitest'
import { talk } from './talk.ts'

const budget = { input: 16_000, aim: 5_000 }

/** Kinds and causes of the decisions of all compiles, and reasons of lost reasoning. */
function decided({ results }: Awaited<ReturnType<typeof talk>>) {
  const decisions = results.flatMap(
    ({ plan }) => (plan as { decisions: { kind: string; why: string }[] }).decisions,
  )
  const losses = results.flatMap(({ reasoning }) => reasoning.losses.map(({ reason }) => reason))
  return {
    decisions: [...new Set(decisions.map(({ kind, why }) => `${kind} ${why}`))],
    losses: [...new Set(losses)],
  }
}

/** Handler of compactions with an expected number of requests. Another one with its id does the work. */
const withReads = (reads: number) => ({
  options: { effects: { compact: { id: 'vendor', reads, run: () => Promise.reject(new Error('unused')) } } },
})

describe.each(['claude-opus-5-5', 'gpt-6.2-sol'])('a turn of %s above the soft size', model => {
  test.each([0, 1])('waits for a compaction that comes %i steps late', async delay => {
    const told = await talk({ model, budget, seed: 1, steps: 40, delay })
    expect(told.faults).toEqual([])
    expect(told.asked.length).toBeGreaterThan(1)
    expect(decided(told)).toEqual({ decisions: ['compact provider'], losses: ['compaction'] })
  })

  test('trims if no compaction ever comes', async () => {
    const told = await talk({ model, budget, seed: 1, steps: 40, delay: 99 })
    expect(told.faults).toEqual([])
    expect(decided(told).decisions).toContain('trim aim')
    expect(decided(told).decisions).not.toContain('trim high-water')
  })

  test('trims if a compaction costs more than the requests to come save', async () => {
    const told = await talk({ model, budget, seed: 1, steps: 40, ...withReads(1) })
    expect([told.faults, told.asked]).toEqual([[], []])
    expect(decided(told)).toMatchObject({ losses: ['budget'] })
  })

  test('is compacted if many requests are to come', async () => {
    const told = await talk({ model, budget, seed: 1, steps: 40, ...withReads(1_000) })
    expect(told.asked.length).toBeGreaterThan(1)
    expect(decided(told).losses).toEqual(['compaction'])
  })
})

test('a turn above the soft size trims if compactions fail', async () => {
  const told = await talk({
    ...{ model: 'claude-opus-5-5', budget, seed: 1, steps: 40 },
    provider: { compaction: 'unavailable' },
  })
  expect(told.faults).toEqual([])
  expect(decided(told).decisions).toContain('trim aim')
})

test('a number of requests below 1 is a TypeError', async () => {
  await expect(talk({ model: 'gpt-6.2-sol', budget, ...withReads(0) })).rejects.toThrow(
    'effects.compact.reads must be a whole number from 1',
  )
})
