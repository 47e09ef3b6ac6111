import { type Check, fields, listOf, object, oneOf, share, text } from '../../form/check.ts'
import { Path } from '../../form/path.ts'
import type { Protection } from '../../ir/protection.ts'
import type { SchemaInput } from '../../schema/schema-input.ts'
import { validateAtOnce } from '../../schema/validate-at-once.ts'
import type { Session } from '../../session/session.ts'
import type { UnitFold } from '../../session/unit/unit-fold.ts'
import type { FindingProtection } from '../protection.ts'
import { HistoryCheck, type Validators } from './history-check.ts'
import { emptyKeys, unfitValues } from './state-check.ts'

/** Options of `validate`. Schemas are JSON Schema or of a library (zod, valibot, arktype, the AI SDK), and answer at once. */
export interface ValidationOptions {
  /** Keys of the state that hold something: not nothing, blank text, or an empty list or object. */
  readonly required?: readonly string[]
  /** Schemas of values of the state, by key. A key without a value meets them. */
  readonly state?: Readonly<Record<string, SchemaInput>>
  /** Schemas of results, by the name of the tool. A result that is JSON is read; errors are not checked. */
  readonly results?: Readonly<Record<string, SchemaInput>>
  /** Schemas of answers, by the name of the agent. An answer that is JSON is read. */
  readonly answers?: Readonly<Record<string, SchemaInput>>
  /** Least share, from 0 to 1, of the characters of a request in texts that it does not repeat. */
  readonly distinct?: number
  /** Fate of a request with something wrong in what it is made of: reported (`report`, the default), or not made (`refuse`). */
  readonly action?: 'report' | 'refuse'
}

const schemas: Check = (value, at) => {
  object(value, at)
  for (const [name, schema] of Object.entries(value as object))
    if (validateAtOnce(schema) === undefined)
      throw at.in(name).wrong('is not a schema', {
        help: 'give a JSON Schema, or one of zod, valibot, arktype or the AI SDK',
      })
}

const options = fields({
  ...{ required: listOf(text), state: schemas, results: schemas, answers: schemas },
  ...{ distinct: share, action: oneOf(['report', 'refuse']) },
})

const validatorsOf = (given: Readonly<Record<string, SchemaInput>> = {}): Validators =>
  new Map(Object.entries(given).map(([name, schema]) => [name, validateAtOnce(schema)] as never))

/**
 * Returns a protection from requests that are made of nothing or of the wrong things, for `protect` of an agent or of a
 * compile: CX6018 names keys without a value, CX6019 values, results and answers that do not fit their schema, CX6021 a
 * request that repeats itself. With `action: 'refuse'` there is no request then (CX6020). Nothing is changed. Throws a TypeError
 * for a malformed option.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { validate } from 'ctxc/protect'
 * import { z } from 'zod'
 *
 * agent({
 *   name: 'clerk',
 *   protect: [validate({ required: ['customer'], results: { price: z.object({ euros: z.number() }) } })],
 * })
 */
export function validate(given: ValidationOptions): Protection {
  options(given, Path.options('validate'))
  const { required = [], distinct, action = 'report' } = given
  const state = validatorsOf(given.state)
  const results = validatorsOf(given.results)
  const answers = validatorsOf(given.answers)
  // Finds in a session's events hold for its longer versions.
  const checked = new WeakMap<UnitFold, HistoryCheck>()
  const historyOf = ({ units }: Session): HistoryCheck => {
    const known = checked.get(units) ?? new HistoryCheck(results, answers)
    checked.set(units, known)
    return known
  }
  return Object.freeze({
    kind: 'validate',
    findings: (session, sees) => [
      ...emptyKeys(session, required),
      ...unfitValues(session, state),
      ...(results.size + answers.size > 0 ? historyOf(session).findings(session, sees) : []),
    ],
    refuses: action === 'refuse',
    ...(distinct !== undefined && { distinct }),
  } satisfies FindingProtection)
}
