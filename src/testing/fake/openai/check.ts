import type { Fields } from '../shape.ts'
import type { ReportViolation } from '../violation.ts'
import type { GptFacts } from './facts.ts'

/** Input of every check of an OpenAI request. */
export interface Check {
  readonly request: Fields
  readonly facts: GptFacts
  readonly report: ReportViolation
}

/** Returns the JSON pointer for an OpenAI `param` such as `messages[1].tool_calls[0].id`. */
export const pointerOf = (param: string): string =>
  `/${param.replaceAll(/\.?\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`

/** Returns the name that OpenAI uses in errors for the JSON type of a value. */
export const typeName = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal number'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Whether a required string is valid. Reports a missing value, another type, and an empty or too long string. */
export const checkRequiredString = (
  report: ReportViolation,
  value: unknown,
  param: string,
  limits: { readonly min?: number; readonly max?: number; readonly rule?: string } = {},
): boolean => {
  const pointer = pointerOf(param)
  if (value === undefined) {
    const code = 'missing_required_parameter'
    report('shape', pointer, `Missing required parameter: '${param}'.`, { param, code })
    return false
  }
  if (typeof value !== 'string') {
    const text = `Invalid type for '${param}': expected a string, but got ${typeName(value)} instead.`
    report('shape', pointer, text, { param, code: 'invalid_type' })
    return false
  }
  const { min = 0, max = Infinity, rule = 'shape' } = limits
  if (value.length < min) {
    const text = `Invalid '${param}': empty string. Expected a string with minimum length ${min}, but got an empty string instead.`
    report(rule, pointer, text, { param, code: 'empty_string' })
    return false
  }
  if (value.length > max) {
    const found = `got a string with length ${value.length} instead.`
    const text = `Invalid '${param}': string too long. Expected a string with maximum length ${max}, but ${found}`
    report(rule, pointer, text, { param, code: 'string_above_max_length' })
    return false
  }
  return true
}

/** Reports a string that does not match the required pattern. */
export const checkStringPattern = (
  report: ReportViolation,
  value: unknown,
  param: string,
  pattern: RegExp,
  rule: string,
): void => {
  if (typeof value !== 'string' || pattern.test(value)) return
  const expected = `Expected a string that matches the pattern '${pattern.source}'.`
  const text = `Invalid '${param}': string does not match pattern. ${expected}`
  report(rule, pointerOf(param), text, { param, code: 'invalid_value' })
}

/** Reports a value that is not in the list of allowed values. */
export const checkAllowedValue = (
  report: ReportViolation,
  value: unknown,
  param: string,
  allowed: readonly string[],
): boolean => {
  if (typeof value === 'string' && allowed.includes(value)) return true
  const names = allowed.map(name => `'${name}'`)
  const glue = names.length > 2 ? ', and ' : ' and '
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')}${glue}${names.at(-1)}` : names.join('')
  const shown = typeof value === 'string' ? value : String(value)
  const text = `Invalid value: '${shown}'. Supported values are: ${list}.`
  report('shape', pointerOf(param), text, { param, code: 'invalid_value' })
  return false
}

/** Reports fields that the API does not know. */
export const checkKnownFields = (
  report: ReportViolation,
  value: Fields,
  path: string,
  known: ReadonlySet<string>,
): void => {
  for (const name of Object.keys(value)) {
    if (known.has(name)) continue
    const param = path === '' ? name : `${path}.${name}`
    report('shape', pointerOf(param), `Unknown parameter: '${param}'.`, { param, code: 'unknown_parameter' })
  }
}

/** Smallest and largest number that a parameter accepts. */
export interface FakeLimits {
  readonly min: number
  readonly max?: number
  readonly integer?: true
}

/** Reports a number outside the range that a parameter accepts. */
export const checkNumberRange = (
  report: ReportViolation,
  value: unknown,
  param: string,
  { min, max, integer }: FakeLimits,
  rule: string,
): void => {
  const kind = integer ? 'integer' : 'decimal'
  if (typeof value !== 'number' || (integer && !Number.isInteger(value))) {
    const expected = integer ? 'an integer' : 'a decimal'
    const text = `Invalid type for '${param}': expected ${expected}, but got ${typeName(value)} instead.`
    report(typeof value === 'number' ? rule : 'shape', pointerOf(param), text, {
      param,
      code: 'invalid_type',
    })
    return
  }
  const below = value < min
  if (!below && value <= (max ?? Number.POSITIVE_INFINITY)) return
  const [side, sign, bound] = below ? ['below minimum', '>=', min] : ['above maximum', '<=', max]
  const text = `Invalid '${param}': ${kind} ${side} value. Expected a value ${sign} ${bound}, but got ${value} instead.`
  report(rule, pointerOf(param), text, { param, code: `${kind}_${below ? 'below_min' : 'above_max'}_value` })
}
