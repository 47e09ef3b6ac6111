import { schemaProblems } from '../form/schema-problems.ts'
import { isObject, type JsonObject } from '../ir/json.ts'
import { reasonOf } from '../text/reason.ts'
import { type OwnValidator, ownValidator, type Validated } from './validator.ts'

/**
 * Returns a function that validates values synchronously with any schema. If a schema answers asynchronously or throws,
 * this counts as a problem of the value. Undefined if the argument is not a schema.
 */
export function validateAtOnce(schema: unknown): ((value: unknown) => Validated) | undefined {
  const own =
    ownValidator(schema) ?? (isObject(schema) ? jsonSchemaValidator(schema as JsonObject) : undefined)
  if (own === undefined) return undefined
  const uncheckedProblem = (why: string): Validated => ({
    ok: false,
    problems: [`it could not be checked: ${why}`],
  })
  return value => {
    try {
      const result = own.call(value)
      if (!(result instanceof Promise)) return own.read(result)
      result.catch(() => {})
      return uncheckedProblem('the schema answers later')
    } catch (error) {
      return uncheckedProblem(reasonOf(error))
    }
  }
}

const jsonSchemaValidator = (schema: JsonObject): OwnValidator => ({
  call: value => value,
  read(value) {
    const problems = schemaProblems(value, schema)
    return problems.length === 0 ? { ok: true, value } : { ok: false, problems }
  },
})
