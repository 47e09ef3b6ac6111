import { isObject } from '../../ir/json.ts'
import type { ToolSchema } from './request.ts'

/** The mark by which every version of the AI SDK knows a schema of its own. */
const mark = Symbol.for('vercel.ai.schema')

/** Whether a value is right, as the AI SDK asks a schema. */
type Validate = (value: unknown) => unknown

interface Standard {
  readonly validate: (value: unknown) => unknown
}

/** The check that a tool's own schema makes, whichever kind of schema it is. */
function validatorOf(original: unknown): Validate | undefined {
  // A schema of the AI SDK's own may be made when it is first needed.
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

/** A JSON Schema in the AI SDK's wrapping, which checks inputs as the tool's original schema does. */
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
