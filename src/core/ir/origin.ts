/**
 * Source of a string. `e:SEQ.PART`: a part of an event. `d:PATH`: a declaration; `d:PATH@START-END`: a range of its
 * text, in UTF-16 units. `s:KEY@SEQ`: a state value that an event set; `s:KEY`: an initial state value. `c:CODE`: a
 * text of the compiler.
 */
export type Origin = string

/** A span of a string, in UTF-16 units, and its origin. */
export interface Segment {
  readonly start: number
  readonly end: number
  readonly origin: Origin
}

/** A text and its origin. */
export type Run = readonly [text: string, origin: Origin]

/** Returns the origin of a state value; `seq` is -1 if no event set it. */
export const valueOrigin = (key: string, seq: number): Origin => (seq < 0 ? `s:${key}` : `s:${key}@${seq}`)

/** Whether an origin names a state value. */
export const isStateValueOrigin = (origin: Origin): boolean => origin.startsWith('s:')

/** Returns the state key in the origin of a state value. */
export const keyOfValueOrigin = (origin: Origin): string => origin.slice(2).replace(/@\d+$/, '')

/**
 * Returns the origin of the whole declaration for an origin that is a range of the declaration's text. Any other origin
 * is returned unchanged.
 */
export const wholeDeclarationOrigin = (origin: Origin): Origin =>
  origin.startsWith('d:') ? origin.replace(/@\d+-\d+$/, '') : origin

/** Returns the origin of an event's part. */
export const eventOrigin = (seq: number, part: number): Origin => `e:${seq}.${part}`

/** Returns the sequence number in the origin of an event or its part; null for any other origin. */
export function seqOfOrigin(origin: Origin): number | null {
  const match = /^e:(\d+)(?:\.\d+)?$/.exec(origin)
  return match ? Number(match[1]) : null
}
