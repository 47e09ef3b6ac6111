import { expect, test } from 'vitest'
import { drawFrom } from '../draw.ts'
import { converse, models } from '../run.ts'
import { converseInRunner } from './runner.ts'
import { converseInSDK } from './sdk.ts'
import type { Calls } from './wire.ts'

/** Calls through official clients, adapters and the runner. */
const wanted = Number(process.env.CTXC_ALIVE_CALLS ?? 80)
const begin = Number(process.env.CTXC_ALIVE_SEED ?? 1)

/** Has a conversation with a framework's own class of the vendor. */
async function converseInClass(seed: number, figures: Calls): Promise<string[]> {
  const draw = drawFrom(seed)
  const model = draw.pick(models)
  const way = draw.pick(model.startsWith('claude') ? ['langchain'] : ['langchain', 'agents'])
  const budget = draw.oneIn(3) ? 1_500 : null
  const more = { judged: 0, dead: 0, lost: 0, compiles: 0 }
  const faults = await converse({ seed, model, way, budget, most: 12 }, more)
  figures.calls += more.compiles
  figures.judged += more.judged
  figures.dead += more.dead
  return faults.map(fault => `seed ${seed}, ${model}, ${way}, ${fault}`)
}

const ways = [converseInRunner, converseInSDK, converseInClass]

test('no dead reasoning is sent through clients, adapters and the runner', async () => {
  const figures: Calls = { calls: 0, judged: 0, dead: 0, compacted: 0 }
  const faults: string[] = []
  let told = 0
  for (let seed = begin; figures.calls < wanted && faults.length < 20; seed++) {
    faults.push(...(await (ways[seed % ways.length] as (typeof ways)[number])(seed, figures)))
    if (process.env.CTXC_ALIVE_CALLS === undefined || figures.calls - told < 2_000) continue
    told = figures.calls
    console.log(JSON.stringify({ ...figures, seed, faults }))
  }
  if (process.env.CTXC_ALIVE_CALLS !== undefined) console.log(JSON.stringify(figures))
  expect(faults).toEqual([])
  expect(figures.dead).toBe(0)
  expect(figures.judged).toBeGreaterThan(figures.calls / 2)
}, 36_000_000)
