import { bare, plainText } from '../../../../cache/marks.ts'
import { isObject } from '../../../../ir/json.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { StringOrigins } from '../../../../map/origins.ts'
import type { Breakpoints, Marking, Piece } from '../../../../target/target.ts'
import { safeString } from '../../../../text/reason.ts'
import { openaiCache } from './models.ts'

/** Mark at the end of a prefix to cache. */
export interface CacheBreakpoint {
  mode: 'explicit'
}

/** A message or an item in wire form. */
export type WireItem = Readonly<Record<string, unknown>>

/** Key of an API's messages, and the type of a text in a message. */
interface Place {
  readonly key: 'input' | 'messages'
  readonly text: 'input_text' | 'text'
}

/** Lists of pieces in an item. */
export const listKeys = ['content', 'output'] as const

/** Roles of messages that may have a mark. */
const roles = new Set(['user', 'developer', 'system'])

/** Whether a piece of a message can have a mark. */
export const canBear = (piece: unknown, holders: readonly string[]): boolean =>
  isObject(piece) &&
  holders.includes(safeString(piece.type)) &&
  (typeof piece.text !== 'string' || piece.text.trim() !== '')

/** Returns the cache marks of one of OpenAI's two APIs: `prompt_cache_breakpoint` on pieces of messages. */
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
      marks.pointers.has(`/${key}/${index}`) ? marked(item, text, origins) : cleared(item, origins),
    )
    return origins.like({ ...request, [key]: items, ...lifetime(request, marks) }, request)
  },
})

/** Returns the lifetime field, which holds for all marks of a request. */
function lifetime(request: object, { pointers, ttl }: Breakpoints): object {
  if (ttl === null || pointers.size === 0) return {}
  const { prompt_cache_options: given } = request as { prompt_cache_options?: unknown }
  return { prompt_cache_options: { ...(isObject(given) ? given : {}), ttl } }
}

/** Returns an item without marks. A text that was a list only to have a mark becomes a string again. */
export function cleared<Item extends WireItem>(
  item: Item,
  origins: StringOrigins,
  isKept: (piece: unknown) => boolean = () => false,
): Item {
  for (const key of listKeys) {
    const list = item[key]
    if (!Array.isArray(list)) continue
    const pieces = list.map(piece => (isKept(piece) ? piece : without(piece, origins)))
    if (pieces.every((piece, index) => piece === list[index])) continue
    const copy = origins.like({ ...item, [key]: pieces }, item)
    const words = plainText(pieces)
    if (words === null) return copy
    origins.inherit(copy, key, origins.at(pieces[0] as object).key('text'))
    return Object.assign(copy, { [key]: words })
  }
  return item
}

function without(piece: unknown, origins: StringOrigins): unknown {
  if (!isObject(piece)) return piece
  const clean = bare(piece)
  return clean === piece ? piece : origins.like(clean, piece)
}

/** Returns a message with a mark at its end. */
function marked(item: WireItem, text: Place['text'], origins: StringOrigins): WireItem {
  const clean = cleared(item, origins)
  const { content } = clean
  const list =
    typeof content === 'string' ? [textPiece(clean, content, text, origins)] : (content as object[])
  const last = list.at(-1) as object
  const end = origins.like({ ...last, prompt_cache_breakpoint: { mode: 'explicit' } }, last)
  origins.key(end, 'prompt_cache_breakpoint', 'c:cache')
  return origins.like({ ...clean, content: [...list.slice(0, -1), end] }, clean)
}

/** Returns a message's text as a piece. */
function textPiece(message: object, words: string, type: Place['text'], origins: StringOrigins): object {
  const said = origins.at(message)
  const piece = origins.whole({ type, text: words }, said.whole ?? 'c:message')
  origins.inherit(piece, 'text', said.key('content'))
  return piece
}
