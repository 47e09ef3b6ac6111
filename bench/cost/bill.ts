import { textsOf } from '../assembler/texts.ts'
import type { Count } from '../library/library.ts'
import type { CostRun } from './run.ts'
import { createWriter, type Sent, sharedWith, totalOf } from './sent.ts'
import type { MadeRequest } from './strategy/made-request.ts'

/** Prices of a read token that vendors ask today, in uncached input tokens. */
export const readPrices = [0.1, 0.05, 0.025] as const

/** Prices of a written token, and of one that the model writes. */
const [write, output] = [1.25, 5] as const

/** A call of a model as it is billed. */
export interface Billed {
  readonly kind: MadeRequest['kind']
  /** Whether it is a request of its own, of which nothing is read or written. */
  readonly isApart?: boolean
  readonly tokens: number
  /** Tokens that an earlier request of the run began with too. */
  readonly shared: number
  /** Whether it begins with the whole last request. */
  readonly extends: boolean
  /** Tokens of the answer. */
  readonly answer: number
  /** Number of the recorded answer that the call leads to, among those of its run. */
  readonly step: number
  /** Reasoning items that the call before had or made, and that this one has not. */
  readonly lost: number
}

/** Costs that a provider's price list does not say. */
export interface BillOptions {
  /** Price of a read token. */
  readonly read: number
  /** Whether recorded answers are paid too; they cost the same everywhere. */
  readonly answers?: boolean
  /** Every such call finds that the cache has expired: 12 for one in twelve; 0 for none. */
  readonly coldEvery?: number
  /** Output tokens with which the model thinks again what one lost item held. */
  readonly again?: number
}

/** Bills the requests of a run. `lost` has the reasoning items that each request lost. */
export function billOf(
  run: CostRun,
  requests: readonly (MadeRequest | null)[],
  lost: readonly number[],
  count: Count,
): (Billed | null)[] {
  const writer = createWriter(run.head, count)
  const earlier: Sent[] = []
  return requests.map((request, at) => {
    if (request === null) return null
    const { kind, said, isApart = false, messages } = request
    const sent = writer(messages)
    const last = earlier.at(-1)
    const billed = {
      kind,
      isApart,
      tokens: totalOf(sent) - (isApart ? run.head : 0),
      shared: isApart ? 0 : sharedWith(earlier, sent),
      extends: last?.keys.every((key, at) => key === sent.keys[at]) ?? true,
      answer: textsOf(request.answer).reduce((sum, text) => sum + count(text), 0),
      step: run.calls.indexOf(said),
      lost: lost[at] ?? 0,
    }
    if (!isApart) earlier.push(sent)
    return billed
  })
}

/** Returns the price of the calls of one run, in uncached input tokens. */
export function priceOfBill(
  bills: readonly (Billed | null)[],
  { read, answers = false, coldEvery = 0, again = 0 }: BillOptions,
): number {
  let price = 0
  let cold = 0
  for (const bill of bills) {
    if (bill === null) continue
    const isCold = coldEvery > 0 && bill.step >= cold + coldEvery
    if (isCold) cold = bill.step
    const shared = isCold ? 0 : bill.shared
    price += shared * read + (bill.tokens - shared) * (bill.isApart ? 1 : write)
    if (answers || bill.kind !== 'answer') price += bill.answer * output
    price += bill.lost * again * output
  }
  return price
}
