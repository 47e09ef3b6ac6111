import { isObject } from '../ir/json.ts'
import type { Part, PartKind } from '../ir/part.ts'
import { pointerStep } from '../text/json-pointer.ts'
import type { Event } from './event.ts'
import { actionFields, eventFields } from './event-fields.ts'

/** Fields of a part of each kind. */
const partFields: Readonly<Record<PartKind, readonly string[]>> = {
  text: ['text', 'seal', 'extra', 'tag'],
  reasoning: ['text', 'native', 'model', 'extra'],
  'tool-call': ['id', 'name', 'arguments', 'freeform', 'pending', 'native', 'seal', 'extra', 'tag'],
  'tool-result': ['id', 'name', 'content', 'isError', 'native', 'extra', 'tag'],
  file: ['mediaType', 'source', 'name', 'seal', 'extra'],
  data: ['value'],
  opaque: ['format', 'type', 'payload', 'model', 'inline', 'owner'],
}

const sourceFields: readonly string[] = ['type', 'data', 'url', 'id', 'format', 'text']

/** Pointers within a stored event of the fields that this release does not read. Parts of other kinds are named as such. */
export function unreadFields(raw: unknown, { parts }: Event): readonly string[] {
  if (!isObject(raw)) return []
  const words = raw.text === undefined ? 0 : 1
  return [
    ...beyond(raw, eventFields, ''),
    ...(isObject(raw.actions) ? beyond(raw.actions, actionFields, '/actions') : []),
    // The words of `text` are the first part.
    ...parts.slice(words).flatMap((part, index) => unreadOf(part, `/parts/${index}`)),
  ]
}

function unreadOf(part: Part, at: string): readonly string[] {
  const found = beyond(part, ['kind', ...(partFields[part.kind] ?? [])], at)
  if (part.kind === 'file') return [...found, ...beyond(part.source, sourceFields, `${at}/source`)]
  if (part.kind !== 'tool-result') return found
  return [...found, ...part.content.flatMap((piece, index) => unreadOf(piece, `${at}/content/${index}`))]
}

const beyond = (raw: object, known: readonly string[], at: string): readonly string[] =>
  Object.entries(raw).flatMap(([field, value]) =>
    known.includes(field) || value === undefined || value === null ? [] : [at + pointerStep(field)],
  )
