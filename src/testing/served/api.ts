import type { Fields } from '../fake/shape.ts'

/** Tool call of an answer, with all fields. */
export interface AnsweredCall {
  readonly id: string
  readonly name: string
  readonly arguments: Fields
}

/** Answer of a script, with all fields. */
export interface Answer {
  /** Number of the answer, from 1, which makes its ids different from those of others. */
  readonly number: number
  readonly text: string
  readonly calls: readonly AnsweredCall[]
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number }
  /** Provider's reason for the end of the answer; undefined for the usual one. */
  readonly finish: string | undefined
}

/** Request to an API, as its strict fake reads it. */
export interface APIRequest {
  readonly body: Fields
  readonly isStreamed: boolean
}

/** HTTP form of one API. */
export interface API {
  /** Returns a request of the API's clients; null if the path belongs to no request of the API. */
  readonly read: (path: string, body: Fields) => APIRequest | null
  /** Returns the body of an answer. */
  readonly write: (request: Fields, answer: Answer) => Fields
  /** Returns the pieces of a streamed answer with the same content as its body. */
  readonly stream: (body: Fields, request: Fields) => readonly string[]
  /** Returns the body of an error. */
  readonly error: (status: number, error: Fields) => Fields
  /** Returns the piece of a stream that reports an error. */
  readonly streamError: (error: Fields) => string
}

/** Returns the words of a text, each with the blanks before it. */
export const wordsOf = (text: string): readonly string[] => text.match(/\s*\S+|\s+$/g) ?? []

/** Returns an event of a stream without a name. */
export const dataEvent = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`

/** Returns an event of a stream that has its type as its name. */
export const namedEvent = (event: Fields): string => `event: ${String(event.type)}\n${dataEvent(event)}`

/** Returns a reader of requests whose path ends in a certain way. */
export const readAt =
  (end: string): API['read'] =>
  (path, body) =>
    path.endsWith(end) ? { body, isStreamed: body.stream === true } : null

/** Returns events with each text of a delta as one event for each word. */
export const eventsByWord = (
  events: readonly Fields[],
  textOf: (event: Fields) => string | null,
  withText: (event: Fields, word: string) => Fields,
): readonly Fields[] =>
  events.flatMap(event => {
    const text = textOf(event)
    return text === null ? [event] : wordsOf(text).map(word => withText(event, word))
  })
