import { type Check, check, fields, oneOf } from '../form/check.ts'
import { Path } from '../form/path.ts'
import type { Budget } from '../ir/budget.ts'
import { isObject } from '../ir/json.ts'

/** Normalized budget. */
export interface Allowance {
  readonly input: number | null
  readonly output: number | null
  readonly low: number
  /** Whether the first step of the price is a limit. */
  readonly staysBelowStep: boolean
}

/** Share of the limit that trimming keeps by default. */
const usualLow = 0.5

const tokens = check('a whole number of tokens', value => Number.isInteger(value) && (value as number) >= 0)
const share = check('a number from 0 to 1', value => typeof value === 'number' && value >= 0 && value <= 1)
const parts = fields({ input: tokens, output: tokens, low: share, priceStep: oneOf(['stay', 'cross']) })

/** Rejects an invalid budget. */
export const assertBudget: Check = (value, at) => (isObject(value) ? parts : tokens)(value, at)

/** Reads a budget. Throws a TypeError if it is invalid. */
export function readBudget(budget: Budget | undefined): Allowance {
  if (budget !== undefined) assertBudget(budget, Path.named('budget'))
  const { input, output, low, priceStep } = isObject(budget) ? budget : { input: budget }
  return {
    input: input ?? null,
    output: output ?? null,
    low: low ?? usualLow,
    staysBelowStep: priceStep === 'stay',
  }
}
