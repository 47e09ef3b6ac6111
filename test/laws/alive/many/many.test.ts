import { expect, test } from 'vitest'
import { drawFrom } from '../draw.ts'
import { converse, models } from '../run.ts'
import { converseInSession, type Figures } from './session.ts'
import { textsFrom } from './texts.ts'

/** Compiles of conversations in which everything is drawn. */
const wanted = Number(process.env.CTXC_ALIVE ?? 300)

/** First seed, so that several processes may share the work. */
const begin = Number(process.env.CTXC_ALIVE_SEED ?? 1)

const textsOf = textsFrom(process.env.CTXC_ALIVE_DATA)

/** Ways to keep a conversation that no framework takes part in. */
const own = ['list', 'conversation', 'session', 'resumed', 'first sight', 'ai-sdk']

/** Has one conversation: in a session in which everything is drawn, or in one of the ways of apps. */
async function converseOnce(seed: number, figures: Figures): Promise<string[]> {
  if (seed % 3 !== 0) return converseInSession(seed, textsOf, figures)
  const draw = drawFrom(seed + 7)
  const talk = {
    seed,
    model: draw.pick(models),
    way: draw.pick(own),
    budget: draw.oneIn(3) ? 1_500 : null,
    most: 12,
  }
  const more = { judged: 0, dead: 0, lost: 0, compiles: 0 }
  const faults = await converse(talk, more)
  for (const name of ['judged', 'dead', 'compiles'] as const) figures[name] += more[name]
  return faults.map(fault => `seed ${seed}, ${talk.model}, ${talk.way}, ${fault}`)
}

test('no dead reasoning is sent in conversations in which everything is drawn', async () => {
  const figures: Figures = { compiles: 0, judged: 0, dead: 0, compacted: 0, crashes: 0 }
  const faults: string[] = []
  const started = performance.now()
  let told = 0
  for (let seed = begin; figures.compiles < wanted && faults.length < 20; seed++) {
    faults.push(...(await converseOnce(seed, figures)))
    if (process.env.CTXC_ALIVE === undefined || figures.compiles - told < 10_000) continue
    told = figures.compiles
    const rate = Math.round(told / ((performance.now() - started) / 1_000))
    console.log(JSON.stringify({ ...figures, seed, rate, faults }))
  }
  if (process.env.CTXC_ALIVE !== undefined) console.log(JSON.stringify(figures))
  expect(faults).toEqual([])
  expect(figures.dead).toBe(0)
  expect(figures.judged).toBeGreaterThan(figures.compiles / 2)
}, 36_000_000)
