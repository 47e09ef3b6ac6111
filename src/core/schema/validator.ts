import { isObject } from '../ir/json.ts'

/** A valid value, as returned by the schema (with defaults and transforms), or the reasons why it is invalid. */
export type Validated =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Validates a value with a library's own schema. May throw or reject, like any code of an app. */
export type Validator = (value: unknown) => Validated | Promise<Validated>

/** Returns the validator of a schema that has its own: Standard Schema, or the AI SDK's; undefined for JSON Schema. */
export function validatorOf(schema: unknown): Validator | undefined {
  const own = ownValidator(schema)
  return own && (async value => own.read(await own.call(value)))
}

/** Validation by a library's own schema: one function calls the schema, and one reads the result. */
export interface OwnValidator {
  call(value: unknown): unknown
  read(result: unknown): Validated
}

/** Returns the validation of a schema that has its own; undefined for any other value. */
export function ownValidator(schema: unknown): OwnValidator | undefined {
  if (typeof schema !== 'function' && !isObject(schema)) return undefined
  const { '~standard': standard, validate } = schema as unknown as Readonly<Record<string, unknown>>
  if (isObject(standard) && typeof standard.validate === 'function') {
    const { validate: check } = standard as { readonly validate: (value: unknown) => unknown }
    return { call: value => check.call(standard, value), read: readStandard }
  }
  if (typeof validate !== 'function') return undefined
  return {
    call: value => (validate as (value: unknown) => unknown).call(schema, value),
    read: readAISDK,
  }
}

/** Reads a result of Standard Schema: a value, or issues with messages and paths. */
function readStandard(result: unknown): Validated {
  const { value, issues } = isObject(result) ? result : ({} as Readonly<Record<string, unknown>>)
  if (issues === undefined) return { ok: true, value }
  return { ok: false, problems: Array.isArray(issues) ? issues.map(issueText) : ['it is not valid'] }
}

function issueText(issue: unknown): string {
  const { message, path } = isObject(issue) ? issue : ({} as Readonly<Record<string, unknown>>)
  const place = Array.isArray(path)
    ? path.map(step => (isObject(step) ? String(step.key) : String(step))).join('.')
    : ''
  return `${place === '' ? '' : `${place}: `}${typeof message === 'string' ? message : 'it is not valid'}`
}

/** Reads the result of a validation by a schema of the AI SDK. */
function readAISDK(result: unknown): Validated {
  if (isObject(result) && result.success === true) return { ok: true, value: result.value }
  const { error } = isObject(result) ? result : ({} as Readonly<Record<string, unknown>>)
  return { ok: false, problems: [error instanceof Error ? error.message : 'it is not valid'] }
}
