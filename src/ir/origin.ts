/**
 * Source of a string: `e:SEQ.PART` an event's part; `d:PATH` a declaration, `d:PATH@START-END` a stretch of
 * one, in UTF-16 units; `s:KEY@SEQ` a value of the state that an event set, `s:KEY` one that the session
 * began with; `c:CODE` the compiler.
 */
export type Origin = string

/** A span of a string, in UTF-16 units, and its origin. */
export interface Segment {
  readonly start: number
  readonly end: number
  readonly origin: Origin
}

/** Text and where it came from. */
export type Run = readonly [text: string, origin: Origin]

/** The origin of a value of the state; `seq` is -1 where no event set it. */
export const valueOrigin = (key: string, seq: number): Origin => (seq < 0 ? `s:${key}` : `s:${key}@${seq}`)

/** Whether a string is a value of the state. */
export const isValue = (origin: Origin): boolean => origin.startsWith('s:')

/** The key of a value of the state. */
export const keyOf = (origin: Origin): string => origin.slice(2).replace(/@\d+$/, '')

/** Returns the declaration that an origin is a stretch of; any other origin unchanged. */
export const wholeOf = (origin: Origin): Origin =>
  origin.startsWith('d:') ? origin.replace(/@\d+-\d+$/, '') : origin

/** The origin of an event's part. */
export const eventOrigin = (seq: number, part: number): Origin => `e:${seq}.${part}`
