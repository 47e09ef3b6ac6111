import { plainText, withoutOwnMarks } from '../../../../cache/marks.ts'
import { isObject } from '../../../../ir/json.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { StringOrigins } from '../../../../map/origins.ts'
import type { Breakpoints, Marking, Piece } from '../../../../target/target.ts'
import { safeString } from '../../../../text/reason.ts'
import { openaiCache } from './models.ts'

/** Cache mark. The API caches the request up to and including the marked content part. */
export interface CacheBreakpoint {
  mode: 'explicit'
}

/** Message (Chat) or item (Responses) in wire form. */
export type WireItem = Readonly<Record<string, unknown>>

/** Request key of an API's messages, and the type of a text part in a message. */
interface Place {
  readonly key: 'input' | 'messages'
  readonly text: 'input_text' | 'text'
}

/** Keys of an item that may contain a list of content parts. */
export const listKeys = ['content', 'output'] as const

/** Roles of messages that may have a cache mark. */
const roles = new Set(['user', 'developer', 'system'])

/** Whether a content part may have a cache mark. */
export const canBear = (piece: unknown, holders: readonly string[]): boolean =>
  isObject(piece) &&
  holders.includes(safeString(piece.type)) &&
  (typeof piece.text !== 'string' || piece.text.trim() !== '')

/** Returns the handling of cache marks for one of OpenAI's APIs: `prompt_cache_breakpoint` on content parts. */
export const markingOf = ({ key, text }: Place): Marking<OpenAIRules> => ({
  rules: openaiCache,
  takes({ value }: Piece, facts) {
    const holders = openaiCache(facts)?.holders ?? []
    if (!isObject(value) || !roles.has(safeString(value.role))) return false
    const { content } = value
    return typeof content === 'string'
      ? canBear({ type: text, text: content }, holders)
      : Array.isArray(content) && canBear(content.at(-1), holders)
  },
  mark(request, marks, { origins }) {
    const given = request as Readonly<Record<string, readonly WireItem[]>>
    const items = (given[key] ?? []).map((item, index) =>
      marks.pointers.has(`/${key}/${index}`) ? addEndMark(item, text, origins) : dropMarks(item, origins),
    )
    return origins.copyOrigins({ ...request, [key]: items, ...lifetimeField(request, marks) }, request)
  },
})

/** Returns the request field that sets the cache lifetime of all marks; empty if there is none. */
function lifetimeField(request: object, { pointers, ttl }: Breakpoints): object {
  if (ttl === null || pointers.size === 0) return {}
  const { prompt_cache_options: given } = request as { prompt_cache_options?: unknown }
  return { prompt_cache_options: { ...(isObject(given) ? given : {}), ttl } }
}

/** Returns an item without cache marks. If a text was put into a list only for the mark, it becomes a string again. */
export function dropMarks<Item extends WireItem>(
  item: Item,
  origins: StringOrigins,
  isKept: (piece: unknown) => boolean = () => false,
): Item {
  for (const key of listKeys) {
    const list = item[key]
    if (!Array.isArray(list)) continue
    const pieces = list.map(piece => (isKept(piece) ? piece : withoutMark(piece, origins)))
    if (pieces.every((piece, index) => piece === list[index])) continue
    const copy = origins.copyOrigins({ ...item, [key]: pieces }, item)
    const words = plainText(pieces)
    if (words === null) return copy
    origins.copyKeyOrigin(copy, key, origins.originsIn(pieces[0] as object).key('text'))
    return Object.assign(copy, { [key]: words })
  }
  return item
}

function withoutMark(piece: unknown, origins: StringOrigins): unknown {
  if (!isObject(piece)) return piece
  const clean = withoutOwnMarks(piece)
  return clean === piece ? piece : origins.copyOrigins(clean, piece)
}

/** Returns a message with a cache mark on its last content part. */
function addEndMark(item: WireItem, text: Place['text'], origins: StringOrigins): WireItem {
  const clean = dropMarks(item, origins)
  const { content } = clean
  const list =
    typeof content === 'string' ? [textPiece(clean, content, text, origins)] : (content as object[])
  const last = list.at(-1) as object
  const end = origins.copyOrigins({ ...last, prompt_cache_breakpoint: { mode: 'explicit' } }, last)
  origins.recordKey(end, 'prompt_cache_breakpoint', 'c:cache')
  return origins.copyOrigins({ ...clean, content: [...list.slice(0, -1), end] }, clean)
}

/** Returns a message's text as a content part. */
function textPiece(message: object, words: string, type: Place['text'], origins: StringOrigins): object {
  const said = origins.originsIn(message)
  const piece = origins.recordWhole({ type, text: words }, said.whole ?? 'c:message')
  origins.copyKeyOrigin(piece, 'text', said.key('content'))
  return piece
}
