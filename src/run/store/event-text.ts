import type { EventInput } from '../../core/ir/event.ts'
import { jsonText, jsonValue } from './json-text.ts'
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

/** Returns the event of a text. `longOf` returns a long string by the text after its mark. */
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
  // Thousands of events are read at once, so none is copied.
  event.branch ??= ''
  event.response ??= ''
  event.parts ??= []
  event.seq = seq
  return event as unknown as StoredEvent
}

/** Returns a start of strings that no string of the body has. */
function unusedMark(body: string): string {
  for (let salt = 0; ; salt++) if (!body.includes(`"long${salt}:`)) return `long${salt}:`
}
