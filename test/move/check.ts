import { legal } from '../laws/legal.ts'
import { unpaired } from '../laws/pairs.ts'
import { whole } from '../laws/whole.ts'
import { checkCalls, type KnownIds } from './calls.ts'
import { readLosses } from './docs.ts'
import type { Journey, Travelled } from './journey.ts'
import { lossesOf } from './losses.ts'
import { outcomeOfStop } from './outcome.ts'
import { checkThoughts } from './thoughts.ts'

/** Losses that the docs list, with their codes. */
const losses = readLosses()

const isListed = (code: string, what: string, isWhole: boolean): boolean =>
  losses.get(what)?.has(code) === true || (isWhole && losses.get('a whole unit')?.has(code) === true)

/** Lists the laws that a journey breaks, compile by compile; empty if it breaks none. */
export async function complaintsOf({ stops, made }: Travelled, journey: Journey): Promise<string[]> {
  const ids: KnownIds = new Map()
  const found: string[] = []
  for (const [at, stop] of stops.entries()) {
    const { result, planned, station } = stop
    const outcome = outcomeOfStop(stop)
    const pairs = !result.ok ? [] : planned ? unpaired(outcome) : await whole.check(outcome)
    const silent = lossesOf(stop).filter(
      ({ what, codes, told, isWhole }) => !told || !codes.some(code => isListed(code, what, isWhole)),
    )
    const broken = [
      ...(await legal.check(outcome)),
      ...pairs,
      ...checkCalls(stop, ids),
      ...checkThoughts(stop, made, journey),
      ...silent.map(({ what, text, origin, told }) => {
        const where = told ? 'no diagnostic names it' : 'the ledger does not tell of it'
        return `lost in silence, ${where}: ${what} ${JSON.stringify(text.slice(0, 60))} of ${origin}`
      }),
    ]
    const here = `compile ${at}, ${station.name} ${result.model}`
    found.push(...broken.map(complaint => `${here}: ${complaint}`))
  }
  return found
}
