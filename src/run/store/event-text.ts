import type { EventInput } from '../../core/ir/event.ts'
import { parseJsonValue, stringifyJson } from './json-text.ts'
import type { NewEvent, StoredEvent } from './store.ts'

/** Minimum length of a long string, in characters. Each long string is stored once for all sessions, under its hash. */
const longString = 16_384

/** Event as JSON text, with its long strings separate. */
export interface EventText {
  readonly body: string
  /** Prefix that marks the references to long strings in the JSON text; null if it has none. */
  readonly mark: string | null
  /** Long strings by their hash, which follows the prefix in a reference. */
  readonly long: ReadonlyMap<string, string>
}

/**
 * Returns an event as JSON text, without empty fields and without `seq`, which is known from its position. If `hashOf`
 * is given, long strings are replaced by references and returned separately.
 */
export function eventText(event: NewEvent, hashOf?: (text: string) => string): EventText {
  const { seq: _, text, branch, response, ...rest } = event as Partial<StoredEvent> & EventInput
  const fields = {
    ...rest,
    ...(text !== undefined && { parts: [{ kind: 'text', text }, ...(rest.parts ?? [])] }),
    ...(branch && { branch }),
    ...(response && { response }),
  }
  const long = new Map<string, string>()
  const whole = stringifyJson(fields)
  if (hashOf === undefined || whole.length < longString) return { body: whole, mark: null, long }
  const mark = unusedPrefix(whole)
  const body = stringifyJson(fields, text => {
    if (text.length < longString) return text
    const hash = hashOf(text)
    long.set(hash, text)
    return mark + hash
  })
  return long.size === 0 ? { body: whole, mark: null, long } : { body, mark, long }
}

/** Parses the JSON text of an event. `longOf` returns a long string by its hash. */
export function parsedEvent(
  body: string,
  seq: number,
  mark: string | null,
  longOf: (hash: string) => string,
): StoredEvent {
  const fields =
    mark === null
      ? parseJsonValue(body)
      : parseJsonValue(body, text => (text.startsWith(mark) ? longOf(text.slice(mark.length)) : text))
  const event = fields as Record<string, unknown>
  // Thousands of events are read at a time, so the parsed object is completed instead of copied.
  event.branch ??= ''
  event.response ??= ''
  event.parts ??= []
  event.seq = seq
  return event as unknown as StoredEvent
}

/** Returns a prefix with which no string in the JSON text begins. */
function unusedPrefix(body: string): string {
  for (let salt = 0; ; salt++) if (!body.includes(`"long${salt}:`)) return `long${salt}:`
}
