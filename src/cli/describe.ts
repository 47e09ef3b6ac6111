import { isObject } from '../core/ir/json.ts'

/** Describes a JSON value, for a message about an unexpected value. */
export function describeJson(json: unknown): string {
  if (Array.isArray(json)) {
    if (json.length === 0) return 'an empty list'
    return `a list whose first element is ${isObject(json[0]) ? describeKeysOf(json[0]) : kindOf(json[0])}`
  }
  return isObject(json) ? describeKeysOf(json) : kindOf(json)
}

const kindOf = (value: unknown): string => (value === null ? 'null' : `a ${typeof value}`)

function describeKeysOf(value: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(value)
  if (names.length === 0) return 'an object without keys'
  const shown = names.slice(0, 5).map(name => JSON.stringify(name.slice(0, 40)))
  return `an object with ${shown.join(', ')}${names.length > shown.length ? ', \u2026' : ''}`
}
