import { share } from '../form/check.ts'
import { field, wholeNumber, wordChoiceField } from '../form/field.ts'
import { type FormOf, formCheck, formSchema } from '../form/form.ts'
import { conditionalSchema } from '../form/json-schema.ts'
import { Path } from '../form/path.ts'
import type { Budget } from '../ir/budget.ts'
import { isObject } from '../ir/json.ts'

/** Budget in its normal form. */
export interface Allowance {
  readonly input: number | null
  readonly output: number | null
  readonly low: number
  /** Soft size of the input, which a new turn begins with at most; null if there is none. */
  readonly aim: number | null
  /** Whether requests must stay below the input length at which the model's price rises. */
  readonly staysBelowStep: boolean
}

/** Default size of a request after older history was dropped, as a share of the limit. */
const usualLow = 0.5

const tokensField = (description: string) => wholeNumber('tokens', description)

const parts: FormOf<Exclude<Budget, number>> = {
  title: 'Limits of the input and of the answer.',
  needs: {},
  takes: {
    input: tokensField('Maximum input tokens.'),
    output: tokensField('Tokens reserved for the answer, which are also its maximum.'),
    low: field(
      share,
      { type: 'number', minimum: 0, maximum: 1 },
      'Share of the limit that is used after older history was dropped. Default: 0.5.',
    ),
    aim: tokensField(
      'Soft size of the input, at most `input`: a longer history is shortened when a new turn begins.',
    ),
    priceStep: wordChoiceField(
      ['stay', 'cross'],
      'Whether the place above which the model costs more is a limit too. Default: cross.',
    ),
  },
  rule: {
    check(read, at) {
      const { input, aim } = read as Partial<Exclude<Budget, number>>
      if (input === undefined || aim === undefined || aim <= input) return
      at.in('aim').readSeparately(place => {
        throw place.wrong(`must be at most input (${input}), got ${aim}`, {
          help: 'lower aim, or raise input',
        })
      })
    },
    // JSON Schema cannot compare two numbers.
    schema: {},
  },
}

const limit = tokensField('Maximum input tokens.')

/** Field for a budget. */
export const budgetField = field(
  (value, at) => (isObject(value) ? formCheck(parts) : limit.check)(value, at),
  conditionalSchema({ type: 'object' }, formSchema(parts), { type: 'integer', minimum: 0 }),
  'Token budget of a request. A number limits the input.',
)

/** Reads a budget. Throws a TypeError if it is invalid. */
export function readBudget(budget: Budget | undefined): Allowance {
  if (budget !== undefined) budgetField.check(budget, Path.named('budget'))
  const { input, output, low, aim, priceStep } = isObject(budget) ? budget : { input: budget }
  return {
    input: input ?? null,
    output: output ?? null,
    low: low ?? usualLow,
    aim: aim ?? null,
    staysBelowStep: priceStep === 'stay',
  }
}
