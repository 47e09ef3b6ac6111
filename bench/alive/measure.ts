import { sum } from '../cost/outcome.ts'
import type { CostRun } from '../cost/run.ts'
import type { Count } from '../library/library.ts'
import { type Again, againOf } from './again.ts'
import { type Binding, type Thoughts, thoughtsOf } from './binding.ts'
import type { NamedOf } from './first-sight.ts'
import { billOf, priceAt, readPrices } from './price.ts'
import type { Arm } from './request.ts'

/** Reasoning of all requests, by the rule of one vendor. */
export interface Alive {
  /** Shares of the items that are alive: of those of answers in the request, and of all answers so far. */
  readonly ofKept: number
  readonly ofAll: number
  readonly deadSent: number
  /** Requests with a dead item, which Claude refuses. */
  readonly requestsWithDead: number
}

/** One way to make requests, measured over all runs. */
export interface Measured {
  readonly name: string
  /** Recorded answers that a request was made for, and those for which there was none. */
  readonly calls: number
  readonly unsent: number
  readonly expands: number
  readonly gpt: Alive
  readonly claude: Alive
  /** Tokens of a request that got a recorded answer, a mean. */
  readonly tokens: number
  /** Price of a recorded answer's requests in uncached input tokens, expands included, for each read price. */
  readonly cost: readonly number[]
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
  const replayed: { readonly run: CostRun; readonly requests: Awaited<ReturnType<Arm['requests']>> }[] = []
  for (const run of runs) replayed.push({ run, requests: await arm.requests(run) })
  const bills = replayed.flatMap(({ run, requests }) => billOf(run, requests, count))
  const billed = bills.filter(bill => bill !== null)
  const answered = billed.filter(({ isExpand }) => !isExpand)
  const again = replayed.map(({ run, requests }) => againOf(run, requests, namedOf(run)))
  const alive = (binding: Binding): Alive =>
    aliveOf(
      replayed.flatMap(({ requests }) =>
        thoughtsOf(requests, binding, arm.strips).filter(thoughts => thoughts !== null),
      ),
    )
  return {
    name: arm.name,
    calls: answered.length,
    unsent: bills.length - billed.length,
    expands: billed.length - answered.length,
    gpt: alive('prefix'),
    claude: alive('chain'),
    tokens: sum(answered.map(({ tokens }) => tokens)) / answered.length,
    cost: readPrices.map(read => sum(billed.map(bill => priceAt(read, bill))) / answered.length),
    extends: billed.filter(bill => bill.extends).length / billed.length,
    again: {
      used: sum(again.map(({ used }) => used)),
      inText: sum(again.map(({ inText }) => inText)),
      behindHandle: sum(again.map(({ behindHandle }) => behindHandle)),
    },
  }
}

function aliveOf(thoughts: readonly Thoughts[]): Alive {
  const total = (key: keyof Thoughts): number => sum(thoughts.map(thought => thought[key]))
  return {
    ofKept: total('alive') / total('kept'),
    ofAll: total('alive') / total('made'),
    deadSent: total('deadSent'),
    requestsWithDead: thoughts.filter(({ deadSent }) => deadSent > 0).length,
  }
}
