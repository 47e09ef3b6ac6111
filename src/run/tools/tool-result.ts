import type { ToolCallPart } from '../../ir/call.ts'
import type { EventInput, StateDelta } from '../../ir/event.ts'
import type { Extra } from '../../ir/extra.ts'
import type { JsonValue } from '../../ir/json.ts'
import type { ResultContent } from '../../ir/result.ts'
import { mapTexts } from '../../protect/session/map-texts.ts'
import { redactPart } from '../../protect/session/redact-part.ts'
import { assertPart } from '../../session/assert-event.ts'
import { reasonOf } from '../../text/reason.ts'
import { ToolError } from './tool-error.ts'

/** Outcome of a call, before it is an event. */
export interface ToolOutcome {
  readonly content: readonly ResultContent[]
  readonly isError?: true
  readonly state?: StateDelta | null
  /** Fields of the result that another format keeps. */
  readonly extra?: Extra
  /** Whether outsiders wrote the content. */
  readonly isExternal?: boolean
}

/** Returns an error result for the model. */
export const failed = (why: string): ToolOutcome => ({
  content: [{ kind: 'text', text: `Error: ${why}` }],
  isError: true,
})

/** Returns the error result of an exception. */
export const thrown = (error: unknown): ToolOutcome =>
  error instanceof ToolError && isContent(error.content)
    ? { content: error.content.map(plain), isError: true }
    : failed(reasonOf(error))

/** Returns what a tool returned as content: a string as text, parts as they are, and anything else as JSON. */
export function contentOf(value: unknown): readonly ResultContent[] {
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return [{ kind: 'text', text: value }]
  if (isContent(value)) return value.map(plain)
  const part = { kind: 'data', value: jsonOf(value) } as const
  assertPart(part, 'the result')
  return [part]
}

/** Returns what a tool returned with each of its texts changed, as JSON holds it. */
export function changedResult(value: unknown, change: (text: string) => string): unknown {
  if (value === undefined || value === null) return value
  if (isContent(value)) return value.map(part => changedPart(plain(part), change))
  return mapTexts(typeof value === 'string' ? value : jsonOf(value), change)
}

/** Returns an error with each of its texts changed. */
export function changedError(error: unknown, change: (text: string) => string): Error {
  if (error instanceof ToolError && isContent(error.content))
    return new ToolError(error.content.map(part => changedPart(plain(part), change)))
  const changed = new Error(change(reasonOf(error)))
  if (error instanceof Error) changed.name = change(error.name)
  return changed
}

const changedPart = (part: ResultContent, change: (text: string) => string): ResultContent =>
  redactPart(part, value => mapTexts(value, change)) as ResultContent

const kinds = new Set(['text', 'data', 'file'])

/** Whether a value is a list of valid content parts, made by a tool that returns files. */
const isContent = (value: unknown): value is readonly ResultContent[] =>
  Array.isArray(value) && value.length > 0 && value.every(isPart)

/** Returns a part whose value JSON can hold. */
const plain = (part: ResultContent): ResultContent =>
  part.kind === 'data' ? { ...part, value: jsonOf(part.value) } : part

function isPart(value: unknown): boolean {
  try {
    assertPart(value, 'the result')
    return kinds.has((value as { readonly kind: string }).kind)
  } catch {
    return false
  }
}

/** Returns a value as JSON holds it. Throws for a value that JSON cannot hold, such as a cycle. */
function jsonOf(value: unknown): JsonValue {
  const text = JSON.stringify(value, (_, item: unknown) => readable(item))
  if (text === undefined) throw new TypeError(`the tool returned a ${typeof value}, which JSON cannot hold`)
  return JSON.parse(text) as JsonValue
}

/** Returns a value that JSON would leave empty in a form that it holds. */
function readable(item: unknown): unknown {
  if (typeof item === 'bigint') return String(item)
  if (item instanceof Error) return { error: item.message }
  if (item instanceof Map) return Object.fromEntries(item)
  return item instanceof Set ? [...item] : item
}

/** Returns the event of a call's result. */
export const resultEvent = (
  { id, name }: ToolCallPart,
  branch: string,
  { content, isError, state, extra, isExternal }: ToolOutcome,
): EventInput => ({
  author: 'tool',
  branch,
  parts: [{ kind: 'tool-result', id, name, content, ...(isError && { isError }), ...(extra && { extra }) }],
  ...(isExternal && { trust: 'external' as const }),
  ...(state && { actions: { state } }),
})
