import { textsOf } from '../assembler/texts.ts'
import type { CostRun } from '../cost/run.ts'
import { createWriter, type Sent, sharedWith, totalOf } from '../cost/sent.ts'
import type { Count } from '../library/library.ts'
import type { AliveRequest } from './request.ts'

/** Prices of a read token that vendors ask today, in uncached input tokens. */
export const readPrices = [0.1, 0.05, 0.025] as const

/** Prices of a written token, and of one that the model writes. */
const [write, output] = [1.25, 5] as const

/** A request as it is billed. */
export interface Billed {
  readonly tokens: number
  /** Tokens that an earlier request of the run began with too. */
  readonly shared: number
  /** Whether it begins with the whole last request. */
  readonly extends: boolean
  /** Price of an answer that only this way of making requests needs. */
  readonly answer: number
  readonly isExpand: boolean
}

/** Bills the requests of a run. Answers of the recorded run cost the same everywhere, and are left out. */
export function billOf(
  run: CostRun,
  requests: readonly (AliveRequest | null)[],
  count: Count,
): (Billed | null)[] {
  const writer = createWriter(run.head, count)
  const earlier: Sent[] = []
  return requests.map(request => {
    if (request === null) return null
    const sent = writer(request.messages)
    const last = earlier.at(-1)
    const billed = {
      tokens: totalOf(sent),
      shared: sharedWith(earlier, sent),
      extends: last?.keys.every((key, at) => key === sent.keys[at]) ?? true,
      answer: request.isExpand
        ? output * textsOf(request.answer).reduce((sum, text) => sum + count(text), 0)
        : 0,
      isExpand: request.isExpand,
    }
    earlier.push(sent)
    return billed
  })
}

export const priceAt = (read: number, { tokens, shared, answer }: Billed): number =>
  shared * read + (tokens - shared) * write + answer
