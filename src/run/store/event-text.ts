import type { EventInput } from '../../core/ir/event.ts'
import { jsonText, jsonValue } from './json-text.ts'
import type { NewEvent, StoredEvent } from './store.ts'

/** Minimum length in characters of a string that is stored once for all sessions, under its hash. */
const longString = 16_384

/** Event as text, with its long strings separate. */
export interface EventText {
  readonly body: string
  /** Prefix of the strings that replace long strings in the body; null if there are none. */
  readonly mark: string | null
  /** Long strings by the text after the prefix. */
  readonly long: ReadonlyMap<string, string>
}

/**
 * Returns an event as JSON text without empty fields and `seq`, which is its position. If `hashOf` is given, long
 * strings are separate.
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
  const whole = jsonText(fields)
  if (hashOf === undefined || whole.length < longString) return { body: whole, mark: null, long }
  const mark = unusedMark(whole)
  const body = jsonText(fields, text => {
    if (text.length < longString) return text
    const hash = hashOf(text)
    long.set(hash, text)
    return mark + hash
  })
  return long.size === 0 ? { body: whole, mark: null, long } : { body, mark, long }
}

/** Parses an event's text. `longOf` returns a long string by the text after its prefix. */
export function parsedEvent(
  body: string,
  seq: number,
  mark: string | null,
  longOf: (hash: string) => string,
): StoredEvent {
  const fields =
    mark === null
      ? jsonValue(body)
      : jsonValue(body, text => (text.startsWith(mark) ? longOf(text.slice(mark.length)) : text))
  const event = fields as Record<string, unknown>
  // Thousands of events are read at once, so no event is copied.
  event.branch ??= ''
  event.response ??= ''
  event.parts ??= []
  event.seq = seq
  return event as unknown as StoredEvent
}

/** Returns a prefix that no string of the body has. */
function unusedMark(body: string): string {
  for (let salt = 0; ; salt++) if (!body.includes(`"long${salt}:`)) return `long${salt}:`
}
