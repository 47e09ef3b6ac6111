import { isObject } from '../../../core/ir/json.ts'

type Fields = Readonly<Record<string, unknown>>

/** Fields that are names or ids. A later piece repeats or replaces such a field, but never continues its text. */
const names: ReadonlySet<string> = new Set([
  'role',
  'id',
  'type',
  'name',
  'index',
  'format',
  'status',
  'signature',
])

/**
 * Merges a value with a later piece of it. Concatenates texts, merges list items with the same number, adds other
 * items, and replaces any other value. If the piece of a field has no value, the field is kept.
 */
export function mergeDelta(known: unknown, piece: unknown, key = ''): unknown {
  if (piece === null || piece === undefined) return known ?? piece
  if (known === null || known === undefined) return Array.isArray(piece) ? mergeListItems([], piece) : piece
  if (typeof known === 'string' && typeof piece === 'string')
    return names.has(key) ? piece || known : known + piece
  // A value that began as text stays text, so that a number does not replace text that was already shown.
  if (typeof known === 'string' && typeof piece !== 'object') return known + String(piece)
  if (Array.isArray(known) || Array.isArray(piece))
    return mergeListItems(contentAsList(known), contentAsList(piece))
  return isObject(known) && isObject(piece) ? mergeFields(known as Fields, piece as Fields) : piece
}

function mergeFields(known: Fields, piece: Fields): Fields {
  const pieces = Object.entries(piece).map(([key, value]) => {
    const before = Object.hasOwn(known, key) ? known[key] : undefined
    return [key, mergeDelta(before, value, key)] as const
  })
  return Object.fromEntries([...Object.entries(known), ...pieces])
}

function mergeListItems(known: readonly unknown[], pieces: readonly unknown[]): readonly unknown[] {
  const items = [...known]
  for (const piece of pieces) {
    const last = items.at(-1)
    if (continuesItem(last, piece)) items[items.length - 1] = mergeFields(last as Fields, piece as Fields)
    else items.push(piece)
  }
  return items
}

/** Whether a list item in a piece continues the last known item: both have the same number and type. */
function continuesItem(last: unknown, piece: unknown): boolean {
  if (!isObject(last) || !isObject(piece)) return false
  const [left, right] = [last as Fields, piece as Fields]
  return typeof right.index === 'number' && left.index === right.index && left.type === right.type
}

/** Returns content as a list, because some servers send a text first and a list of parts later. */
const contentAsList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : [typeof value === 'string' ? { type: 'text', text: value } : value]
