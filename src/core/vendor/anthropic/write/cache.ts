import { withoutOwnMarks } from '../../../cache/marks.ts'
import { settingDropped } from '../../../diag/target.ts'
import { isObject } from '../../../ir/json.ts'
import type { AnthropicRules } from '../../../ir/model.ts'
import type { StringOrigins } from '../../../map/origins.ts'
import type { Draft, Report } from '../../../target/rule.ts'
import type { Marking } from '../../../target/target.ts'
import { safeString } from '../../../text/reason.ts'
import { eachBlock } from './blocks.ts'
import { claudeCache } from './models.ts'
import type { AnthropicRequest, ContentBlock, Message } from './request.ts'

type AnthropicDraft = Draft<AnthropicRequest, AnthropicRules>

/** Maximum number of cache marks in a request, including the automatic one. */
const mostMarks = 4

/** Cache mark, with its JSON pointer. */
interface Mark {
  readonly pointer: string
  readonly control: unknown
  /** Block, tool or request that has the mark. */
  readonly holder: object
}

type Marked = { cache_control?: unknown; content?: unknown }

/**
 * Returns the cache marks of a request in the order in which the API reads the request: tools, system, messages. The
 * automatic mark comes last.
 */
function cacheMarksOf(request: AnthropicRequest): Mark[] {
  const marks: Mark[] = []
  const look = (holder: object, at: () => string): void => {
    const { cache_control: control } = holder as Marked
    if (control !== undefined && control !== null) marks.push({ pointer: at(), control, holder })
  }
  for (const [index, tool] of (request.tools ?? []).entries()) look(tool, () => `/tools/${index}`)
  for (const [index, block] of (request.system ?? []).entries()) look(block, () => `/system/${index}`)
  eachBlock(request, (block, at) => {
    for (const [place, piece] of innerPieces(block).entries()) look(piece, () => `${at()}/content/${place}`)
    look(block, at)
  })
  look(request, () => '')
  return marks
}

/** Returns the pieces inside a block, such as the content of a tool result. */
function innerPieces(block: ContentBlock): readonly object[] {
  const { content } = block as Marked
  return Array.isArray(content) ? content.map(piece => (isObject(piece) ? piece : {})) : []
}

/** Whether an object cannot have a cache mark: thinking, empty text, or a tool that is loaded later. */
const cannotHaveMark = ({ holder }: Pick<Mark, 'holder'>): boolean => {
  const {
    type,
    text,
    defer_loading: isLater,
  } = holder as {
    readonly [key in 'type' | 'text' | 'defer_loading']?: unknown
  }
  if (isLater === true) return true
  return type === 'thinking' || type === 'redacted_thinking' || (type === 'text' && text === '')
}

const isHourMark = ({ control }: Mark): boolean => isObject(control) && control.ttl === '1h'

const isKnownMark = ({ control }: Mark): boolean =>
  isObject(control) &&
  control.type === 'ephemeral' &&
  (control.ttl === undefined || control.ttl === null || control.ttl === '5m' || control.ttl === '1h')

/** Yields the marks that must be removed, each with the reason. The marks that remain are legal. */
function* excessMarks(request: AnthropicRequest): Generator<readonly [Mark, string]> {
  const able: Mark[] = []
  for (const mark of cacheMarksOf(request)) {
    if (cannotHaveMark(mark)) yield [mark, 'this type of block cannot have a cache mark']
    else if (!isKnownMark(mark)) yield [mark, 'it is none of the known kinds']
    else able.push(mark)
  }
  // The API refuses a mark of five minutes before a mark of an hour. The later mark covers the earlier mark's prefix,
  // so the earlier mark is removed.
  const lastLong = able.findLastIndex(isHourMark)
  const ordered: Mark[] = []
  for (const [index, mark] of able.entries()) {
    if (index < lastLong && !isHourMark(mark)) yield [mark, 'a mark of an hour follows it']
    else ordered.push(mark)
  }
  const clash = clashingMark(request, ordered)
  if (clash) yield [clash, 'the block at the end has a mark of another lifetime']
  const kept = ordered.filter(mark => mark !== clash)
  for (const mark of kept.slice(0, -mostMarks)) yield [mark, `a request has at most ${mostMarks}`]
}

/**
 * Returns the automatic mark if the last block already has a mark of another lifetime. The automatic mark would mark
 * this block too.
 */
function clashingMark(request: AnthropicRequest, marks: readonly Mark[]): Mark | undefined {
  const [before, automatic] = marks.slice(-2)
  if (!before || automatic?.holder !== request) return undefined
  return before.holder === request.messages.at(-1)?.content.at(-1) &&
    isHourMark(before) !== isHourMark(automatic)
    ? automatic
    : undefined
}

/** Rule A28: removes marks that the API would refuse. Each object with such a mark is replaced by a copy without it. */
export function thinMarks(draft: AnthropicDraft): void {
  const { request, origins, note } = draft
  const excess = [...excessMarks(request)]
  if (excess.length === 0) return
  for (const [{ holder }, why] of excess) {
    note({
      kind: `CX7012 cache_control ${why}`,
      say: ([at]) => settingDropped('cache_control', why, at),
      at: holder === request ? 'd:extra.cache_control' : (origins.originsIn(holder).whole ?? 'c:request'),
    })
  }
  const holders = new Set(excess.map(([{ holder }]) => holder))
  if (holders.has(request)) delete (request as Marked).cache_control
  Object.assign(
    request,
    rewriteHolders(request, origins, (item, _pointer, holder = item) =>
      holders.has(holder) ? withoutOwnMarks(item) : item,
    ),
  )
}

/**
 * Rewrite of an object that may have a mark. If a piece inside the object was already rewritten, `item` is a copy and
 * `holder` is the original object.
 */
type Change = <T extends object>(item: T, pointer: () => string, holder?: object) => T

/**
 * Returns tools, system and messages, in which each object that may have a mark is rewritten. Changed objects are
 * copies.
 */
function rewriteHolders(
  { tools, system, messages }: AnthropicRequest,
  origins: StringOrigins,
  change: Change,
): Pick<AnthropicRequest, 'tools' | 'system' | 'messages'> {
  const look: Change = (item, pointer, holder) => {
    const made = change(item, pointer, holder)
    if (made === item) return item
    const { cache_control: control } = made as Marked
    origins.copyOrigins(made, item)
    if (control !== undefined && control !== (item as Marked).cache_control)
      origins.recordKey(made, 'cache_control', 'c:cache')
    return made
  }
  return {
    ...(tools && { tools: tools.map((item, index) => look(item, () => `/tools/${index}`)) }),
    ...(system && { system: system.map((item, index) => look(item, () => `/system/${index}`)) }),
    messages: messages.map((message, index) => {
      const content = (message.content as ContentBlock[]).map((block, place) => {
        const innerPointer = (): string => `/messages/${index}/content/${place}`
        const pieces = innerPieces(block)
        const inner = pieces.map((piece, inside) => look(piece, () => `${innerPointer()}/content/${inside}`))
        if (inner.every((piece, inside) => piece === pieces[inside])) return look(block, innerPointer)
        return look(
          origins.copyOrigins({ ...block, content: inner } as ContentBlock, block),
          innerPointer,
          block,
        )
      })
      return content.some((block, place) => block !== message.content[place])
        ? origins.copyOrigins({ ...message, content } as Message, message)
        : message
    }),
  }
}

/** Cache marks of the Messages API: `cache_control` on tools and blocks. */
export const marking: Marking<AnthropicRules> = {
  rules: claudeCache,
  takes({ pointer, value }, facts) {
    if (!isObject(value) || cannotHaveMark({ holder: value })) return false
    const { type, text } = value
    if (pointer.startsWith('/tools/')) return true
    return (
      claudeCache(facts)?.holders.includes(safeString(type)) === true &&
      (type !== 'text' || safeString(text).trim() !== '')
    )
  },
  mark(request, { pointers, ttl }, { origins }) {
    const given = request as AnthropicRequest
    const { cache_control: _, ...rest } = given as AnthropicRequest & Marked
    const change: Change = (item, pointer) => {
      const clean = withoutOwnMarks(item)
      if (!pointers.has(pointer())) return clean
      const marked = { ...clean, cache_control: { type: 'ephemeral', ...(ttl !== null && { ttl }) } }
      return marked as typeof item
    }
    const parts = rewriteHolders(given, origins, change)
    return origins.copyOrigins({ ...rest, ...parts }, given)
  },
}

export function checkMarks(request: AnthropicRequest, report: Report): void {
  for (const [{ pointer }, why] of excessMarks(request)) report(`${pointer}/cache_control`, why)
}
