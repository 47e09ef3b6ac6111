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
  noteUnknownFields(raw, eventFields, found)
  const { actions } = raw
  if (isObject(actions)) inside('actions', found, () => noteUnknownFields(actions, actionFields, found))
  // The field `text` becomes the first part, so the index of every other part is higher by one.
  const words = raw.text === undefined ? 0 : 1
  const own = words === 0 ? parts : parts.slice(words)
  inside('parts', found, () => notePartFields(own, found))
  return found
}

/** Runs a function that adds pointers, and puts a step before each of them. The steps are only written for what was found. */
function inside(step: string | number, found: string[], note: () => void): void {
  const before = found.length
  note()
  for (let index = before; index < found.length; index++) found[index] = `/${step}${found[index]}`
}

function notePartFields(parts: readonly Part[], found: string[]): void {
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as Part
    inside(index, found, () => {
      noteUnknownFields(part, partFields[part.kind] ?? ['kind'], found)
      if (part.kind === 'file')
        inside('source', found, () => noteUnknownFields(part.source, sourceFields, found))
      else if (part.kind === 'tool-result')
        inside('content', found, () => notePartFields(part.content, found))
    })
  }
}

/** Adds pointers to the unknown fields of an object, except null and undefined ones. */
function noteUnknownFields(raw: object, known: readonly string[], found: string[]): void {
  for (const field of Object.keys(raw)) {
    if (known.includes(field)) continue
    const value = (raw as Readonly<Record<string, unknown>>)[field]
    if (value !== undefined && value !== null) found.push(pointerStep(field))
  }
}
