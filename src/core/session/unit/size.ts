import { fileInString } from '../../count/held-media.ts'
import type { Part } from '../../ir/part.ts'
import { heldCallId } from '../../ir/provider-call.ts'
import type { ResultContent } from '../../ir/result.ts'
import type { Tag } from '../../ir/text.ts'
import type { FactSink } from './sink.ts'

/** Maximum number of values to visit. No value that can be sent has more, so a value with more may be circular. */
const mostValues = 1_000_000

/**
 * Returns the UTF-16 length of the strings and keys in a JSON value, plus a little for each number, without building
 * the JSON text.
 */
function jsonSize(value: unknown, sizeOf = (text: string): number => text.length + 2): number {
  let size = 0
  const pending = [value]
  // A value that occurs several times is counted each time; a circular value is counted up to `mostValues`.
  for (let seen = 0; pending.length > 0 && seen + pending.length < mostValues; seen++) {
    const item = pending.pop()
    if (typeof item === 'string') size += sizeOf(item)
    else if (typeof item !== 'object' || item === null) size += 4
    else {
      size += 2
      const isList = Array.isArray(item)
      for (const key of Object.keys(item)) {
        const held = (item as Readonly<Record<string, unknown>>)[key]
        // JSON omits a field without a value. The field is skipped, so that a stored and restored value has the same
        // size.
        if (held === undefined && !isList) continue
        size += isList ? 1 : key.length + 4
        pending.push(held)
      }
    }
  }
  return size
}

/**
 * Assumed size of an image or document in UTF-16 units, because the number of its bytes does not indicate its tokens.
 */
const mediaSize = 4_000

const payloadStringSize = (text: string): number =>
  text.length > mediaSize && fileInString(text) !== null ? mediaSize : text.length + 2

function contentSize(part: ResultContent): number {
  if (part.kind === 'text') return part.text.length
  if (part.kind === 'data') return jsonSize(part.value)
  if (part.kind === 'file') return part.source.type === 'text' ? part.source.text.length : mediaSize
  return jsonSize(part.payload, payloadStringSize)
}

/** Returns the size of a pair of tags in UTF-16 units, including the characters around names and values. */
const tagSize = (tag: Tag | undefined): number =>
  tag === undefined ? 0 : 2 * tag.name.length + 8 + jsonSize(tag.attributes ?? {})

/** Returns the size of a call in UTF-16 units. */
export const callSize = (name: string, given: unknown): number =>
  name.length + (typeof given === 'string' ? given.length : jsonSize(given))

/**
 * Whether a text part is blank (only white space). Many targets reject such text. A text part with a tag is never
 * blank.
 */
const isBlank = (part: Part): boolean => part.kind === 'text' && !part.tag && part.text.trim() === ''

/** Passes one part to a sink. In a summary, blank text has the size zero. */
export function scanPart(part: Part, sink: FactSink, isSummary = false): void {
  if (isSummary && isBlank(part)) sink.part('text', 0)
  else if (part.kind === 'tool-call') {
    sink.call(part.id, part.name, callSize(part.name, part.arguments), part.arguments)
  } else if (part.kind === 'tool-result') {
    let size = 0
    for (const content of part.content) size += contentSize(content)
    sink.result(part.id, part.name ?? '', size)
  } else if (part.kind === 'reasoning') {
    sink.part('reasoning', part.text.length + (part.native ? jsonSize(part.native.payload) : 0))
  } else {
    const taken = part.kind === 'opaque' ? heldCallId(part) : null
    if (taken !== null) sink.takeId(taken)
    sink.part(part.kind, contentSize(part) + ('tag' in part ? tagSize(part.tag) : 0))
  }
}
