import { roleOfAuthor, trustOfEvent } from '../../src/core/ir/event.ts'
import type { Part } from '../../src/core/ir/part.ts'
import type { Outcome } from './case.ts'
import { fields, type Leaf, leavesOf } from './law.ts'

const tags = /<\/?context:/gi

// The newline after the tag of a context block belongs to its declaration.
const opening = /^<context:([0-9a-f]+) from="[^"<>&]*(?:&#?[a-z0-9]+;[^"<>&]*)*">\n?$/

interface Piece {
  readonly start: number
  readonly end: number
  readonly origin: string
}

/** Law 8: nothing that a model reads looks like a fence, unless the compiler or a developer wrote it. */
export function forgedFences(outcome: Outcome): string[] {
  const { request, map } = outcome.result
  const texts = new Map(leavesOf(request).map(({ pointer, text }) => [pointer, text]))
  const complaints = keysOf(request).flatMap(leaf =>
    leaf.text.search(tags) < 0 ? [] : forgedKey(outcome, leaf),
  )
  let hash: string | null = null
  for (const { pointer, segments } of map) {
    const text = texts.get(pointer) ?? ''
    const open: Piece[] = []
    for (const segment of segments) {
      const piece = text.slice(segment.start, segment.end)
      if (segment.origin !== 'c:fence') {
        if (hash === null) open.push(segment)
        else if (!/\/(type|role)$/.test(pointer) && piece.includes(hash))
          complaints.push('a payload holds the name of its fence')
        continue
      }
      if (/\/(type|role)$/.test(pointer)) continue
      const name = opening.exec(piece)?.[1]
      if (name !== undefined) {
        if (hash !== null) complaints.push('a fence within a fence')
        hash = name
      } else if (piece === `\n</context:${hash}>`) hash = null
      else complaints.push(`a tag that is none: ${JSON.stringify(piece)}`)
    }
    for (const { index, 0: found } of text.matchAll(tags)) {
      const within = open.filter(({ start, end }) => start < index + found.length && index < end)
      if (within.some(({ origin }) => !maySay(outcome, pointer, origin)))
        complaints.push(`what looks like a fence in ${pointer.replace(/\d+/g, 'N')}`)
    }
  }
  if (hash !== null) complaints.push('a fence that is not closed')
  return complaints
}

/** Every key of the messages, with the pointer of what it names. */
function keysOf(request: unknown): Leaf[] {
  const keys: Leaf[] = []
  const stack: Leaf[] = []
  const values: unknown[] = []
  const push = (pointer: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    stack.push({ pointer, text: '' })
    values.push(value)
  }
  for (const base of ['messages', 'input', 'contents']) push(`/${base}`, fields(request)[base])
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    for (const [key, value] of Object.entries(values.pop() as object)) {
      const pointer = `${top.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (key.includes('<')) keys.push({ pointer, text: key })
      push(pointer, value)
    }
  }
  return keys
}

/** Lists a key that looks like a fence. A key has no place in the map, so its origin is that of its message. */
function forgedKey(outcome: Outcome, { pointer, text }: Leaf): string[] {
  const [, base, at] = pointer.split('/')
  const near = outcome.result.map.filter(entry => entry.pointer.startsWith(`/${base}/${at}/`))
  const origins = near.flatMap(({ segments }) => segments.map(({ origin }) => origin))
  return origins.some(origin => maySay(outcome, pointer, origin))
    ? []
    : [`a key that looks like a fence: ${JSON.stringify(text)}`]
}

/** Whether words of this origin may look like anything at this place. */
function maySay({ conversation, result }: Outcome, pointer: string, origin: string): boolean {
  if (origin.startsWith('d:')) return true
  const [, seq, index] = /^e:(\d+)\.(\d+)$/.exec(origin) ?? []
  if (seq === undefined) return false
  const event = conversation.session.event(Number(seq))
  if (trustOfEvent(event) === 'developer') return true
  const part = event.parts[Number(index)]
  return (
    part !== undefined && roleOfAuthor(event.author) === 'model' && isVerbatim(part, pointer, result.request)
  )
}

/**
 * Whether a string comes from fields of a model's own answer, or from data that its provider put there: arguments, thoughts,
 * items of the provider's own. These fields are sent back letter for letter, since signatures cover them, and no other author
 * can write at their place.
 */
function isVerbatim(part: Part, pointer: string, request: unknown): boolean {
  const inside = pointer.replace(/^\/\w+\/\d+/, '')
  if (part.kind === 'reasoning') return true
  if (part.kind === 'tool-call')
    return part.native === undefined
      ? /\/(arguments|input|args)(\/|$)/.test(inside)
      : !/\/(call_id|id)$/.test(inside)
  // A call that its provider ran, as the AI SDK has it, is an item of the provider's own API: what it was called with is the model's.
  const item = fields(valueAt(request, pointer.split('/').slice(1, 3)))
  if (part.kind === 'opaque' && part.type === 'tool-call' && /_(call|use)$/.test(String(item.type)))
    return true
  // The same holds for a compaction, which the AI SDK stores as a part of its own type.
  if (part.kind === 'opaque' && part.payload.kind === 'openai.compaction' && item.type === 'compaction')
    return true
  // The answer to an item of the model comes from a user or a program, even if it is placed among the model's items.
  if (part.kind !== 'opaque' || /[-_](output|response)$/.test(part.type)) return false
  const held = pointer.split('/').slice(1)
  return held.some((_, depth) => {
    const holder = fields(valueAt(request, held.slice(0, depth)))
    return holder.type === part.payload.type && (holder.type !== undefined || holder[part.type] !== undefined)
  })
}

const valueAt = (root: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      (value as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    root,
  )
