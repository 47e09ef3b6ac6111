import { type Check, listOf, object, objectCheck, oneOf, share, text } from '../../form/check.ts'
import { Path } from '../../form/path.ts'
import type { Protection } from '../../ir/protection.ts'
import type { SchemaInput } from '../../schema/schema-input.ts'
import { validateAtOnce } from '../../schema/validate-at-once.ts'
import type { Session } from '../../session/session.ts'
import type { UnitFold } from '../../session/unit/unit-fold.ts'
import type { FindingProtection } from '../protection.ts'
import { HistoryCheck, type Validators } from './history-check.ts'
import { emptyKeyFindings, invalidValueFindings } from './state-check.ts'

/**
 * Options of `validate`. Schemas are JSON Schema or come from a library (zod, valibot, arktype, the AI SDK), and must
 * validate synchronously.
 */
export interface ValidationOptions {
  /** State keys that must have a value other than nothing, blank text, or an empty list or object. */
  readonly required?: readonly string[]
  /** Schemas of state values, by key. A key without a value passes. */
  readonly state?: Readonly<Record<string, SchemaInput>>
  /** Schemas of tool results, by tool name. A result that is JSON is parsed first; error results are not checked. */
  readonly results?: Readonly<Record<string, SchemaInput>>
  /** Schemas of answers, by agent name. An answer that is JSON is parsed first. */
  readonly answers?: Readonly<Record<string, SchemaInput>>
  /** Minimum share, from 0 to 1, of a request's characters that do not belong to repeated texts. */
  readonly distinct?: number
  /** Handling of a request with problems: report them (`report`, the default), or compile no request (`refuse`). */
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

const options = objectCheck({
  ...{ required: listOf(text), state: schemas, results: schemas, answers: schemas },
  ...{ distinct: share, action: oneOf(['report', 'refuse']) },
})

const validatorsOf = (given: Readonly<Record<string, SchemaInput>> = {}): Validators =>
  new Map(Object.entries(given).map(([name, schema]) => [name, validateAtOnce(schema)] as never))

/**
 * Returns a protection against requests made from missing or invalid content, for `protect` of an agent or of a
 * compile: CX6018 names keys without a value, CX6019 names values, results and answers that do not fit their schema,
 * and CX6021 reports a request that repeats itself. With `action: 'refuse'` there is then no request (CX6020). Nothing
 * is changed. Throws a TypeError for a malformed option.
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
  // Checks by session. They are reused for longer versions of the session.
  const checked = new WeakMap<UnitFold, HistoryCheck>()
  const historyOf = ({ units }: Session): HistoryCheck => {
    const known = checked.get(units) ?? new HistoryCheck(results, answers)
    checked.set(units, known)
    return known
  }
  return Object.freeze({
    kind: 'validate',
    findings: (session, sees) => [
      ...emptyKeyFindings(session, required),
      ...invalidValueFindings(session, state),
      ...(results.size + answers.size > 0 ? historyOf(session).findings(session, sees) : []),
    ],
    refuses: action === 'refuse',
    ...(distinct !== undefined && { distinct }),
  } satisfies FindingProtection)
}
