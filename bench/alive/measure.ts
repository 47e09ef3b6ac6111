import { type Billed, type BillOptions, billOf, priceOfBill, readPrices } from '../cost/bill.ts'
import { sum } from '../cost/outcome.ts'
import type { CostRun } from '../cost/run.ts'
import type { Arm } from '../cost/strategy/made-request.ts'
import type { Count } from '../library/library.ts'
import { type Again, againOf } from './again.ts'
import { lostOf, type Thoughts, thoughtsOf } from './binding.ts'
import type { NamedOf } from './first-sight.ts'

/** Reasoning of all requests, by the rule of one vendor. */
export interface Alive {
  /** Shares of the items that are alive: of those of answers in the request, and of all answers so far. */
  readonly ofKept: number
  readonly ofAll: number
  readonly deadSent: number
  /** Requests with a dead item, which Claude refuses. */
  readonly requestsWithDead: number
}

/** Costs of a recorded answer with all parts of the bill, in uncached input tokens, for each read price. */
export interface WholeBill {
  /** Input, output, writes and summaries. */
  readonly paid: readonly number[]
  /** The same where one call in twelve finds an expired cache. */
  readonly expiring: readonly number[]
  /** The same where each lost item is thought again, with so many tokens. */
  readonly again: Readonly<Record<number, readonly number[]>>
  /** Reasoning items lost at a call, and share of calls at which the prefix changes. */
  readonly lost: number
  readonly steps: number
}

/** One call in so many found an expired cache in the one recorded run whose log tells. */
export const coldEvery = 12

/** Output tokens that a lost item costs again, as tried. */
export const againTokens = [100, 300] as const

/** One way to make requests, measured over all runs. */
export interface Measured {
  readonly name: string
  /** Recorded answers that a request was made for, and those for which there was none. */
  readonly calls: number
  readonly unsent: number
  readonly expands: number
  readonly summaries: number
  readonly gpt: Alive
  readonly claude: Alive
  /** Tokens of a request that got a recorded answer, a mean. */
  readonly tokens: number
  /**
   * Price of a recorded answer's requests in uncached input tokens, expands and summaries included, and recorded answers not,
   * for each read price.
   */
  readonly cost: readonly number[]
  readonly bill: WholeBill
  /** Share of requests that begin with the whole last request. */
  readonly extends: number
  readonly again: Again
}

export async function measure(
  arm: Arm,
  runs: readonly CostRun[],
  count: Count,
  namedOf: NamedOf,
): Promise<Measured> {
  const replayed: Replayed[] = []
  for (const run of runs) {
    const requests = await arm.requests(run)
    const gpt = thoughtsOf(requests, 'prefix', arm.strips)
    const claude = thoughtsOf(requests, 'chain', arm.strips)
    const bills = billOf(run, requests, lostOf(gpt), count)
    replayed.push({ run, requests, gpt, claude, bills })
  }
  const bills = replayed.flatMap(own => own.bills)
  const billed = bills.filter(bill => bill !== null)
  const answered = billed.filter(({ kind }) => kind === 'answer')
  const again = replayed.map(({ run, requests }) => againOf(run, requests, namedOf(run)))
  const perAnswer = (options: Omit<BillOptions, 'read'>): number[] =>
    readPrices.map(
      read => sum(replayed.map(own => priceOfBill(own.bills, { read, ...options }))) / answered.length,
    )
  const ofKind = (kind: Billed['kind']): number => billed.filter(bill => bill.kind === kind).length
  const talked = billed.filter(({ kind }) => kind !== 'summary')
  return {
    name: arm.name,
    calls: answered.length,
    unsent: bills.length - billed.length,
    expands: ofKind('expand'),
    summaries: ofKind('summary'),
    gpt: aliveOf(replayed.flatMap(own => own.gpt)),
    claude: aliveOf(replayed.flatMap(own => own.claude)),
    tokens: sum(answered.map(({ tokens }) => tokens)) / answered.length,
    cost: perAnswer({}),
    bill: {
      paid: perAnswer({ answers: true }),
      expiring: perAnswer({ answers: true, coldEvery }),
      again: Object.fromEntries(againTokens.map(again => [again, perAnswer({ answers: true, again })])),
      lost: sum(talked.map(({ lost }) => lost)) / talked.length,
      steps: talked.filter(bill => !bill.extends).length / talked.length,
    },
    extends: talked.filter(bill => bill.extends).length / talked.length,
    again: {
      used: sum(again.map(({ used }) => used)),
      inText: sum(again.map(({ inText }) => inText)),
      behindHandle: sum(again.map(({ behindHandle }) => behindHandle)),
    },
  }
}

/** A run's requests, with their reasoning and bills. */
interface Replayed {
  readonly run: CostRun
  readonly requests: Awaited<ReturnType<Arm['requests']>>
  readonly gpt: readonly (Thoughts | null)[]
  readonly claude: readonly (Thoughts | null)[]
  readonly bills: readonly (Billed | null)[]
}

function aliveOf(all: readonly (Thoughts | null)[]): Alive {
  const thoughts = all.filter(thought => thought !== null)
  const total = (key: keyof Thoughts): number => sum(thoughts.map(thought => thought[key]))
  return {
    ofKept: total('alive') / total('kept'),
    ofAll: total('alive') / total('made'),
    deadSent: total('deadSent'),
    requestsWithDead: thoughts.filter(({ deadSent }) => deadSent > 0).length,
  }
}
