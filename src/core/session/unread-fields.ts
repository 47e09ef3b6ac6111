import type { Event } from '../ir/event.ts'
import { isObject } from '../ir/json.ts'
import type { Part, PartKind } from '../ir/part.ts'
import { pointerStep } from '../text/json.ts'
import { actionFields, eventFields } from './event-fields.ts'

/** Names of the fields that a part may have, by the part's kind. */
const partFields: Readonly<Record<PartKind, readonly string[]>> = {
  text: ['kind', 'text', 'seal', 'extra', 'tag'],
  reasoning: ['kind', 'text', 'native', 'model', 'extra'],
  'tool-call': ['kind', 'id', 'name', 'arguments', 'freeform', 'pending', 'native', 'seal', 'extra', 'tag'],
  'tool-result': ['kind', 'id', 'name', 'content', 'isError', 'native', 'extra', 'tag'],
  file: ['kind', 'mediaType', 'source', 'name', 'seal', 'extra'],
  data: ['kind', 'value'],
  opaque: ['kind', 'format', 'type', 'payload', 'model', 'inline', 'owner'],
}

const sourceFields: readonly string[] = ['type', 'data', 'url', 'id', 'format', 'text']

/** Returns pointers to the fields of a stored event, and to its parts, that this release does not know. */
export function unreadFields(raw: unknown, { parts }: Event): readonly string[] {
  const found: string[] = []
  if (!isObject(raw)) return found
  noteUnknownFields(raw, eventFields, '', found)
  if (isObject(raw.actions)) noteUnknownFields(raw.actions, actionFields, '/actions', found)
  // The field `text` becomes the first part, so the index of every other part is higher by one.
  const words = raw.text === undefined ? 0 : 1
  notePartFields(parts.slice(words), '/parts', found)
  return found
}

function notePartFields(parts: readonly Part[], at: string, found: string[]): void {
  for (const [index, part] of parts.entries()) {
    const place = `${at}/${index}`
    noteUnknownFields(part, partFields[part.kind] ?? ['kind'], place, found)
    if (part.kind === 'file') noteUnknownFields(part.source, sourceFields, `${place}/source`, found)
    else if (part.kind === 'tool-result') notePartFields(part.content, `${place}/content`, found)
  }
}

/** Adds pointers to the unknown fields of an object, except null and undefined ones. */
function noteUnknownFields(raw: object, known: readonly string[], at: string, found: string[]): void {
  for (const field of Object.keys(raw)) {
    if (known.includes(field)) continue
    const value = (raw as Readonly<Record<string, unknown>>)[field]
    if (value !== undefined && value !== null) found.push(at + pointerStep(field))
  }
}
