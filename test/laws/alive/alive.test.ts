import { expect, test } from 'vitest'
import { converse, type Figures, models } from './run.ts'
import { ways } from './ways.ts'

/** Reasoning items to judge, over all ways with all models. With a budget, far fewer fit. */
const wanted = Number(process.env.CTXC_LAW_RUNS ?? 10_000)

test.each([
  ['without a budget all reasoning stays alive', null],
  ['with a budget no dead reasoning is sent, and each lost item is counted', 2_500],
] as const)(
  '%s',
  async (_, budget) => {
    const figures: Figures = { judged: 0, dead: 0, lost: 0, compiles: 0 }
    const faults: string[] = []
    for (
      let seed = 1;
      figures.judged < (budget === null ? wanted : wanted / 25) && faults.length === 0;
      seed++
    )
      for (const way of Object.keys(ways))
        for (const model of models) {
          const found = await converse({ seed, model, way, budget }, figures)
          faults.push(...found.map(fault => `seed ${seed}, ${model}, ${way}, ${fault}`))
        }
    if (process.env.CTXC_LAW_RUNS !== undefined) console.log(_, figures)
    expect(faults.slice(0, 5)).toEqual([])
    expect(figures.dead).toBe(0)
  },
  3_600_000,
)
