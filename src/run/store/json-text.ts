import { isObject, type JsonValue } from '../../core/ir/json.ts'

/** Function that changes a string in a JSON value. */
export type Replace = (text: string) => string

/**
 * Returns a value as JSON text. If given, `replace` changes each string in it. Never overflows the stack. Throws a
 * TypeError for a value that contains itself.
 */
export function stringifyJson(value: unknown, replace?: Replace): string {
  try {
    const replacer =
      replace && ((_: string, item: unknown) => (typeof item === 'string' ? replace(item) : item))
    return JSON.stringify(value, replacer)
  } catch (error) {
    if (error instanceof RangeError) return stringifyIteratively(value, replace ?? unchanged)
    throw error
  }
}

/** Parses JSON text. If given, `replace` changes each string in the value. Never overflows the stack. */
export function parseJsonValue(text: string, replace?: Replace): JsonValue {
  const value: JsonValue = JSON.parse(text)
  if (replace === undefined) return value
  const whole: { value: JsonValue } = { value }
  const open: object[] = [whole]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const holder = next as Record<string, unknown>
    for (const [key, item] of Object.entries(holder)) {
      if (typeof item === 'string') holder[key] = replace(item)
      else if (typeof item === 'object' && item !== null) open.push(item)
    }
  }
  return whole.value
}

const unchanged: Replace = text => text

/** Values, texts and closing brackets that must still be written, in reverse order. */
type Open = (string | { readonly value: unknown } | { readonly end: object })[]

/** Returns a deeply nested value as JSON text. Does not use recursion. */
function stringifyIteratively(value: unknown, replace: Replace): string {
  const written: string[] = []
  const around = new Set<object>()
  const open: Open = [{ value }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') written.push(next)
    else if ('end' in next) around.delete(next.end)
    else if (typeof next.value === 'string') written.push(JSON.stringify(replace(next.value)))
    else if (typeof next.value !== 'object' || next.value === null) written.push(JSON.stringify(next.value))
    else {
      if (around.has(next.value)) throw new TypeError('a value that contains itself is not JSON')
      around.add(next.value)
      open.push({ end: next.value })
      pushItems(next.value, open)
    }
  }
  return written.join('')
}

/** Adds the items of a list or an object in reverse order, so that the first item is written next. */
function pushItems(value: object, open: Open): void {
  if (Array.isArray(value)) {
    const items = value.map(valueOfToJSON).map(item => (isNotJson(item) ? null : item))
    open.push(']', ...items.flatMap((item, index) => [commaBefore(index), { value: item }]).reverse(), '[')
    return
  }
  const entries = Object.entries(value)
    .map(([key, item]) => [key, valueOfToJSON(item)] as const)
    .filter(([, item]) => !isNotJson(item))
  const items = entries.flatMap(([key, item], index) => [
    `${commaBefore(index)}${JSON.stringify(key)}:`,
    { value: item },
  ])
  open.push('}', ...items.reverse(), '{')
}

const commaBefore = (index: number): string => (index > 0 ? ',' : '')

/** Returns the JSON form of a value that has a `toJSON` method, such as a date. */
const valueOfToJSON = (value: unknown): unknown =>
  isObject(value) && typeof value.toJSON === 'function' ? value.toJSON() : value

/** Whether JSON cannot represent a value. */
const isNotJson = (value: unknown): boolean => ['undefined', 'function', 'symbol'].includes(typeof value)
