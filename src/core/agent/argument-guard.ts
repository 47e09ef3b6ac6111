import { check } from '../form/check.ts'
import { expected } from '../form/describe.ts'
import { choice, field, orFunction } from '../form/field.ts'
import { type FormOf, formCheck, schemaOf } from '../form/form.ts'
import { isObject, type JsonValue } from '../ir/json.ts'
import { isTrust, type Trust, trusts } from '../ir/trust.ts'

/** Argument that is made of words of somebody with less trust than its guard asks for. */
export interface TaintedArgument {
  readonly argument: string
  readonly value: JsonValue
  /** Trust that the guard asks for. */
  readonly needs: Trust
  /** Trust that the value has. */
  readonly trust: Trust
  /** Places that brought the value, as `taint` of `ctxc/protect` gives them. */
  readonly from: readonly { readonly place: string; readonly tool?: string; readonly trust: Trust }[]
}

/** Fate of a call: it is refused, waits for somebody's approval, or passes. */
export type GuardVerdict = 'refuse' | 'ask' | 'pass'

/**
 * Whose words an argument may be made of: those of somebody with this trust or more, or anybody's. `otherwise` is the fate of
 * a call whose argument is not: it is refused (the default), waits for somebody's approval (`ask`), or a function decides. A
 * function that throws refuses.
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
      choice(['refuse', 'ask'], 'Fate of a call with text of less trust. Default: refuse.'),
    ),
  },
}

/** Field for the guards of a tool's arguments. */
export const guardField = field(
  (value, at) => {
    if (!isObject(value)) throw expected('guards by the names of arguments', value, at)
    for (const [name, guard] of Object.entries(value))
      at.in(name).piece(place => (isObject(guard) ? formCheck(withChoice) : level)(guard, place))
  },
  {
    type: 'object',
    additionalProperties: { anyOf: [{ enum: ['any', ...trusts] }, schemaOf(withChoice)] },
  },
  'Lowest trust of the text in its arguments, by their names. Never sent.',
)
