import { isObject } from '../../../ir/json.ts'
import type { ToolSchema } from './request.ts'

/** Symbol by which every version of the AI SDK recognizes its own schemas. */
const mark = Symbol.for('vercel.ai.schema')

/** Validation of a value, in the AI SDK's form. */
type Validate = (value: unknown) => unknown

interface Standard {
  readonly validate: (value: unknown) => unknown
}

/** Returns the validation of a tool's original schema, whatever kind of schema it is. */
function validatorOf(original: unknown): Validate | undefined {
  // The AI SDK's own schemas may be functions that make them on first use.
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

/** Wraps a JSON Schema for the AI SDK, with the validation of the tool's original schema. */
export function toolSchema(jsonSchema: Record<string, unknown>, original?: unknown): ToolSchema {
  const schema = { jsonSchema }
  const standard = { version: 1, vendor: 'ctxc', validate: (value: unknown) => ({ value }) }
  // Non-JSON values are not enumerable: they are neither copied nor compared nor mapped.
  Object.defineProperties(schema, {
    [mark]: { value: true },
    validate: { get: () => validatorOf(original) },
    '~standard': { value: standard },
  })
  return schema as ToolSchema
}
