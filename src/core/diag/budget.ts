import type { Loss } from '../ir/loss.ts'
import { formatCount, formatNumber } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

const tokensText = (count: number): string => formatCount(count, 'token')

/** Part of a request that cannot be dropped, with its size. */
export interface FloorItem {
  readonly name: string
  readonly max: number
}

export const budgetTooSmall = (limit: number, floor: readonly FloorItem[]): Diagnostic => {
  const needed = floor.reduce((sum, item) => sum + item.max, 0)
  return make('CX4001', {
    message: `the parts that are never dropped may need ${tokensText(needed)}, but the limit is ${tokensText(limit)}, so there is no request`,
    at: floor.map(item => item.name),
    notes: floor.map(item => `${item.name}: up to ${tokensText(item.max)}`),
    help: `raise budget.input by at least ${tokensText(needed - limit)}, or shorten the largest of these`,
    data: { limit, needed, floor },
  })
}

export const limitUnknown = (model: string | null): Diagnostic =>
  make('CX4002', {
    message: model
      ? `the context window of '${model}' is unknown and there is no budget, so there is no limit of tokens`
      : 'there is no model and no budget, so there is no limit of tokens',
    help: model
      ? "give a budget in tokens, or name the model behind this name (`model: 'gpt-5.4'`)"
      : 'give a budget in tokens',
    data: { model },
  })

export const vocabularyMissing = (encoding: string): Diagnostic =>
  make('CX4010', {
    message: `the vocabulary ${encoding} is not in this deployment, so tokens were counted approximately`,
    help: `to count with the vocabulary, copy the file node_modules/ctxc/dist/${encoding}.bin beside the code that is deployed, or import a counter from 'ctxc/count/o200k' and pass it as count. To count approximately without this warning, pass approximate from 'ctxc/count/approximate'`,
    data: { encoding },
  })

/** Units that were dropped to keep to the limit, and the place at which the history begins now. */
export interface Trimmed {
  readonly units: number
  readonly at: readonly string[]
  readonly begins: string
  /** Places of older units that were kept: user messages that open a turn, and units that are never dropped. */
  readonly earlier: readonly string[]
  /** Tokens that can be added before the next trim; null if tokens are not limited. */
  readonly left: number | null
  /** API limit that the dropped units would exceed; null if tokens caused the trim. */
  readonly cause: string | null
  /** Whether the soft size of the budget caused the trim. */
  readonly isSoft: boolean
}

export const historyTrimmed = ({ units, at, begins, earlier, left, cause, isSoft }: Trimmed): Diagnostic =>
  make('CX4003', {
    message: `${formatCount(units, 'unit')} of older history ${units === 1 ? 'was' : 'were'} dropped${
      cause === null ? ' to stay within the budget' : `, because with ${units === 1 ? 'it' : 'them'} ${cause}`
    }`,
    at,
    notes: [
      `${begins} ${earlier.length === 0 ? 'is the first unit that is kept' : 'begins the newest units, which are kept'}${
        cause === null && left !== null ? `; ${addableText(left)}` : ''
      }`,
      ...earlierKeptNotes(earlier),
    ],
    help:
      cause === null
        ? `raise budget.${isSoft ? 'aim' : 'input'} to keep more, or budget.low to drop less at a time`
        : "this limit is the API's: call a model that takes more, or leave such content out of the history",
    // `at` contains only the first places. So `count` is the number of all places.
    data: { count: units, units, begins, earlier: earlier.length, left, cause },
  })

const addableText = (left: number): string => `${tokensText(left)} can be added before more is dropped`

function earlierKeptNotes([first, ...others]: readonly string[]): string[] {
  if (first === undefined) return []
  const more = others.length === 0 ? ' is' : ` and ${formatCount(others.length, 'other older unit')} are`
  return [`${first}${more} kept too`]
}

/** Reports units with the tier `supplementary` that were dropped because they did not fit. */
export const supplementaryLeftOut = (units: readonly string[], left: number | null): Diagnostic =>
  make('CX4005', {
    message: `${formatCount(units.length, 'supplementary unit')} ${units.length === 1 ? 'was' : 'were'} dropped to stay within the budget`,
    at: units.slice(0, 5),
    notes: left === null ? [] : [addableText(left)],
    help: "raise budget.input, or give units that must be kept .tier('important')",
    data: { count: units.length, left },
  })

/**
 * A request that is longer than the input length up to which its model's first price applies. Prices are in USD per
 * million tokens.
 */
export interface Crossed {
  readonly model: string
  readonly input: number
  readonly over: number
  readonly before: { readonly input: number; readonly output: number }
  readonly after: { readonly input: number; readonly output: number }
}

/** Reports the first request of a session whose length leads to another price step. */
export const priceStepCrossed = ({ model, input, over, before, after }: Crossed): Diagnostic =>
  make('CX4006', {
    message: `the request has ${tokensText(input)} of input: above ${formatNumber(over)} tokens, '${model}' has a higher price for the whole request`,
    notes: [
      `a million tokens of input cost ${after.input} USD instead of ${before.input}, and of output ${after.output} instead of ${before.output}`,
    ],
    help: "set budget: { priceStep: 'stay' } to keep requests below this price step, or do nothing: later requests do not repeat this warning",
    data: { model, input, over, before, after },
  })

/** Input tokens of one call, and their price in USD with a warm and with a cold cache; null if it is unknown. */
export interface CallPrice {
  readonly input: number
  readonly warm: number | null
  readonly cold: number | null
}

/** Reports the first request of a session in which a budget costs reasoning. */
export const budgetCostsReasoning = (
  { items, tokens, reported }: Pick<Loss, 'items' | 'tokens' | 'reported'>,
  { now, without }: { readonly now: CallPrice; readonly without: CallPrice },
  field: 'input' | 'aim',
): Diagnostic =>
  make('CX4007', {
    message: `to stay within the budget, ${formatCount(items, 'reasoning part')} with ${tokensText(tokens)} ${items === 1 ? 'is' : 'are'} lost, because the model binds reasoning to the content before it`,
    notes: [
      `the input of a call with this budget: ${callText(now)}`,
      `the input of a call without it: about ${callText(without)}`,
    ],
    help: `raise budget.${field}, or shorten results before the model first sees them: C.all().compact({ at: 'arrival' })`,
    data: { items, tokens, reported, now, without },
  })

const callText = ({ input, warm, cold }: CallPrice): string =>
  `${tokensText(input)}, ${usdText(warm)} with a warm cache and ${usdText(cold)} with a cold one`

const usdText = (usd: number | null): string => (usd === null ? 'an unknown price' : `${usd} USD`)
