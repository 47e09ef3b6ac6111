import { isObject } from '../../../ir/json.ts'
import type { ToolSchema } from './request.ts'

/** Symbol by which all versions of the AI SDK recognize their own schemas. */
const mark = Symbol.for('vercel.ai.schema')

/** Validation function of an AI SDK schema. */
type Validate = (value: unknown) => unknown

interface Standard {
  readonly validate: (value: unknown) => unknown
}

/**
 * Returns the validation function of a tool's original schema, whatever the schema's type; undefined if there is none.
 */
function validatorOf(original: unknown): Validate | undefined {
  // An AI SDK schema may be a function that creates the schema on first use.
  const schema: unknown = typeof original === 'function' ? original() : original
  if (!isObject(schema) && typeof schema !== 'function') return undefined
  const { validate, '~standard': standard } = schema as { validate?: Validate; '~standard'?: Standard }
  if (typeof validate === 'function') return value => validate.call(schema, value)
  if (typeof standard?.validate !== 'function') return undefined
  return async value => {
    const result = (await standard.validate(value)) as { value?: unknown; issues?: unknown }
    if (result.issues === undefined) return { success: true, value: result.value }
    return {
      success: false,
      error: new TypeError('the input does not fit the schema', { cause: result.issues }),
    }
  }
}

/** Returns a JSON Schema as an AI SDK schema, with the validation of the tool's original schema. */
export function toolSchema(jsonSchema: Record<string, unknown>, original?: unknown): ToolSchema {
  const schema = { jsonSchema }
  const standard = { version: 1, vendor: 'ctxc', validate: (value: unknown) => ({ value }) }
  // Members that are not JSON are not enumerable, so that copies and comparisons of the request skip these members.
  Object.defineProperties(schema, {
    [mark]: { value: true },
    validate: { get: () => validatorOf(original) },
    '~standard': { value: standard },
  })
  return schema as ToolSchema
}
