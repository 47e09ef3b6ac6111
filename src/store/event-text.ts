import type { JsonValue } from '../ir/json.ts'
import type { NewEvent, StoredEvent } from './store.ts'

/** Length in characters from which a string is stored once for all sessions, under its hash. */
const longString = 16_384

/** Event as text, and its long strings apart. */
export interface EventText {
  readonly body: string
  /** Start of every string in the body that stands in for a long one; null if there is none. */
  readonly mark: string | null
  /** Long strings by the text after the mark. */
  readonly long: ReadonlyMap<string, string>
}

/**
 * Returns an event as JSON text without its `seq`, which is its place, and without empty fields. With `hashOf`, long
 * strings are apart.
 */
export function eventText(event: NewEvent, hashOf?: (text: string) => string): EventText {
  const { seq: _, branch, response, ...rest } = event as Partial<StoredEvent>
  const fields = { ...rest, ...(branch && { branch }), ...(response && { response }) }
  const long = new Map<string, string>()
  const whole = jsonOf(fields)
  if (hashOf === undefined || whole.length < longString) return { body: whole, mark: null, long }
  const mark = unusedMark(whole)
  const body = jsonOf(fields, text => {
    if (text.length < longString) return text
    const hash = hashOf(text)
    long.set(hash, text)
    return mark + hash
  })
  return long.size === 0 ? { body: whole, mark: null, long } : { body, mark, long }
}

/** Returns the event of a text. `longOf` returns a long string by the text after its mark. */
export function eventOf(
  body: string,
  seq: number,
  mark: string | null,
  longOf: (hash: string) => string,
): StoredEvent {
  const fields =
    mark === null
      ? JSON.parse(body)
      : JSON.parse(body, (_, value) =>
          typeof value === 'string' && value.startsWith(mark) ? longOf(value.slice(mark.length)) : value,
        )
  return { branch: '', response: '', parts: [], ...fields, seq }
}

/** Returns a start of strings that no string of the body has. */
function unusedMark(body: string): string {
  for (let salt = 0; ; salt++) if (!body.includes(`"long${salt}:`)) return `long${salt}:`
}

const same = (text: string): string => text

/** Returns a value as JSON; `replace` changes its strings. Never overflows the stack. */
function jsonOf(value: object, replace: (text: string) => string = same): string {
  try {
    return JSON.stringify(
      value,
      replace === same ? undefined : (_, item) => (typeof item === 'string' ? replace(item) : item),
    )
  } catch (error) {
    if (error instanceof RangeError) return deepJsonOf(value as JsonValue, replace)
    throw error
  }
}

/** Returns a deeply nested value as JSON, without recursion. */
function deepJsonOf(value: JsonValue, replace: (text: string) => string): string {
  const written: string[] = []
  /** Values and texts still to be written; the next one is last. */
  const open: (string | { readonly value: JsonValue })[] = [{ value }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') written.push(next)
    else if (typeof next.value === 'string') written.push(JSON.stringify(replace(next.value)))
    else if (typeof next.value !== 'object' || next.value === null) written.push(JSON.stringify(next.value))
    else if (Array.isArray(next.value)) {
      const items = next.value.flatMap((item: JsonValue, index) => [
        index > 0 ? ',' : '',
        { value: item ?? null },
      ])
      open.push(']', ...items.reverse(), '[')
    } else {
      const entries = Object.entries(next.value).filter(([, item]) => item !== undefined)
      const items = entries.flatMap(([key, item], index) => [
        `${index > 0 ? ',' : ''}${JSON.stringify(key)}:`,
        { value: item as JsonValue },
      ])
      open.push('}', ...items.reverse(), '{')
    }
  }
  return written.join('')
}
