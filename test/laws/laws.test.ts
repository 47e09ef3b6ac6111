import fc from 'fast-check'
import { afterAll, describe, test } from 'vitest'
import { targetNames } from '../../src/core/ir/target-name.ts'
import { laws } from './all.ts'
import { cases, type Outcome, outcomeOf } from './case.ts'
import { parameters } from './runs.ts'

const clock = new Map<string, bigint>()

async function timed<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const start = process.hrtime.bigint()
  try {
    return await work()
  } finally {
    clock.set(name, (clock.get(name) ?? 0n) + process.hrtime.bigint() - start)
  }
}

async function complaints(outcome: Outcome): Promise<string[]> {
  const found: string[] = []
  for (const law of laws) {
    const broken = await timed(law.name, () => law.check(outcome))
    found.push(...broken.map(complaint => `law ${law.name}: ${complaint}`))
  }
  return found
}

describe('laws', () => {
  test.each(targetNames)(
    'hold for every session on %s',
    async target => {
      const property = fc.asyncProperty(cases(target), async input => {
        const outcome = await timed('compile', () => outcomeOf(input))
        const found = await complaints(outcome)
        if (found.length > 0) throw new Error(found.join('\n'))
      })
      await timed(`all of ${target}`, () => fc.assert(property, parameters))
    },
    3_600_000,
  )

  afterAll(() => {
    const rows = [...clock].map(([name, time]) => [name, { seconds: Number(time / 1_000_000n) / 1_000 }])
    console.log(`laws: ${parameters.numRuns} sessions for each target, seed ${parameters.seed}`)
    console.table(Object.fromEntries(rows))
  })
})
