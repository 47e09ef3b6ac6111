import { check } from '../form/check.ts'
import { wrongValueError } from '../form/describe.ts'
import { field, orFunction, wordChoiceField } from '../form/field.ts'
import { type FormOf, formCheck, formSchema } from '../form/form.ts'
import { isObject, type JsonValue } from '../ir/json.ts'
import { isTrust, type Trust, trusts } from '../ir/trust.ts'

/** Argument with text of an author who has less trust than the argument's guard requires. */
export interface TaintedArgument {
  readonly argument: string
  readonly value: JsonValue
  /** Trust that the guard requires. */
  readonly needs: Trust
  /** Trust in the argument's value. */
  readonly trust: Trust
  /** Places from which the value came, as `taint` of `ctxc/protect` returns them. */
  readonly from: readonly { readonly place: string; readonly tool?: string; readonly trust: Trust }[]
}

/** Decision on a call: it is refused, waits for a person's approval, or runs. */
export type GuardVerdict = 'refuse' | 'ask' | 'pass'

/**
 * Minimum trust in the sources of an argument, or `any`. `otherwise` is the decision on a call whose argument has less
 * trust: the call is refused (the default), waits for a person's approval (`ask`), or a function decides. If that
 * function throws, the call is refused.
 */
export type ArgumentGuard =
  | Trust
  | 'any'
  | {
      readonly trust: Trust
      readonly otherwise?: 'refuse' | 'ask' | ((found: TaintedArgument) => GuardVerdict)
    }

const level = check(
  'any, or a trust (developer, user, model, tool, external)',
  value => value === 'any' || isTrust(value),
)

const withChoice: FormOf<Exclude<ArgumentGuard, string>> = {
  title: 'A trust, and the fate of a call below it.',
  needs: {
    trust: field(
      check('a trust (developer, user, model, tool, external)', isTrust),
      { enum: trusts },
      'Lowest trust of the text.',
    ),
  },
  takes: {
    otherwise: orFunction(
      wordChoiceField(['refuse', 'ask'], 'Fate of a call with text of less trust. Default: refuse.'),
    ),
  },
}

/** Field for the guards of a tool's arguments, by argument name. */
export const guardField = field(
  (value, at) => {
    if (!isObject(value)) throw wrongValueError('guards by the names of arguments', value, at)
    for (const [name, guard] of Object.entries(value))
      at.in(name).readSeparately(place => (isObject(guard) ? formCheck(withChoice) : level)(guard, place))
  },
  {
    type: 'object',
    additionalProperties: { anyOf: [{ enum: ['any', ...trusts] }, formSchema(withChoice)] },
  },
  'Lowest trust of the text in its arguments, by their names. Never sent.',
)
