// Plans that are lost, or older than the newest request, while a compaction comes during an answer.
import { expect, test } from 'vitest'
import { type Talk, talk } from './talk.ts'

const long: Omit<Talk, 'model'> = { budget: 6_000, turnOf: 1_000, isUnderway: true }

const reasonsOf = ({ results }: Awaited<ReturnType<typeof talk>>): string[] =>
  results.at(-1)?.reasoning.losses.map(({ reason }) => reason) ?? []

test.each([
  ['claude-opus-5-5', 2, 0, 7],
  ['claude-opus-5-5', 3, 1, 8],
  ['gpt-6.2-sol', 2, 1, 11],
])(
  'the plan of an older request says nothing of a compaction that newer ones may have used: %s, %i, %i',
  async (model, seed, delay, last) => {
    const agesPlan = (step: number) => step === last
    const told = await talk({ ...long, model, seed, delay, steps: last + 1, agesPlan })
    expect(told.faults).toEqual([])
    expect(told.asked).not.toEqual([])
    expect(reasonsOf(told)).toEqual(['compaction', 'unknown-before'])
  },
)

test.each([3, 4, 5])(
  'a compaction is not trusted without a plan if another one came between: %i steps later',
  async since => {
    const losesPlan = (step: number) => step === 9 || step === 8 + since
    const told = await talk({ ...long, model: 'gpt-6.2-sol', seed: 2, steps: 9 + since, losesPlan })
    expect(told.faults).toEqual([])
    expect(told.asked.length).toBeGreaterThanOrEqual(2)
    expect(reasonsOf(told)).toEqual(['compaction', 'unknown-before'])
  },
)
