import { scriptedWords } from '../answer-pieces.ts'
import type { Fields } from '../fake/shape.ts'

/** Tool call of an answer, with all fields. */
export interface AnsweredCall {
  readonly id: string
  readonly name: string
  /** Arguments as the script has them: JSON, or the text of a model that wrote no JSON. */
  readonly text: string
  /** Arguments as an object; null if the text is none. */
  readonly input: Fields | null
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
  /** Whether a call has its arguments as an object; else as a text. */
  readonly hasInputs: boolean
  /** Returns the body of an answer. */
  readonly write: (request: Fields, answer: Answer) => Fields
  /** Returns the pieces of a streamed answer with the same content as its body. An error takes the place of its end. */
  readonly stream: (body: Fields, request: Fields, error: Fields | null) => readonly string[]
  /** Returns the body of an error. */
  readonly error: (status: number, error: Fields) => Fields
}

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
    return text === null ? [event] : scriptedWords(text).map(word => withText(event, word))
  })
