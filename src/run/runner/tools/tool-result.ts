import { isContent, toPlainJson, withPlainValue } from '../../../core/compile/answer/result-content.ts'
import type { ToolCallPart } from '../../../core/ir/call.ts'
import type { EventInput, StateDelta } from '../../../core/ir/event.ts'
import type { Extra } from '../../../core/ir/extra.ts'
import type { ResultContent } from '../../../core/ir/result.ts'
import { redactPart } from '../../../core/protect/session/redact-part.ts'
import { mapTexts } from '../../../core/text/map-texts.ts'
import { reasonOf } from '../../../core/text/reason.ts'
import { ToolError } from './tool-error.ts'

/** Outcome of a call, from which its result event is made. */
export interface ToolOutcome {
  readonly content: readonly ResultContent[]
  readonly isError?: true
  readonly state?: StateDelta | null
  /**
   * Fields that only another format has, such as the AI SDK's. They are stored, so that the result can be written
   * back in that format.
   */
  readonly extra?: Extra
  /** Whether outsiders wrote the content. */
  readonly isExternal?: boolean
  /** Name of the person or program that gave the content; undefined if a tool or an agent made it. */
  readonly givenBy?: string
}

/** Returns an error result for the model. */
export const failedOutcome = (why: string): ToolOutcome => ({
  content: [{ kind: 'text', text: `Error: ${why}` }],
  isError: true,
})

/** Returns the error result of an exception. */
export const outcomeOfException = (error: unknown): ToolOutcome =>
  error instanceof ToolError && isContent(error.content)
    ? { content: error.content.map(withPlainValue), isError: true }
    : failedOutcome(reasonOf(error))

/** Returns a tool's return value as JSON, with each text in it changed. */
export function mapResultTexts(value: unknown, change: (text: string) => string): unknown {
  if (value === undefined || value === null) return value
  if (isContent(value)) return value.map(part => mapPartTexts(withPlainValue(part), change))
  return mapTexts(typeof value === 'string' ? value : toPlainJson(value), change)
}

/** Returns an error with all of its texts changed. */
export function mapErrorTexts(error: unknown, change: (text: string) => string): Error {
  if (error instanceof ToolError && isContent(error.content))
    return new ToolError(error.content.map(part => mapPartTexts(withPlainValue(part), change)))
  const changed = new Error(change(reasonOf(error)))
  if (error instanceof Error) changed.name = change(error.name)
  return changed
}

const mapPartTexts = (part: ResultContent, change: (text: string) => string): ResultContent =>
  redactPart(part, value => mapTexts(value, change)) as ResultContent

/** Returns the event of a call's result. */
export const resultEvent = (
  { id, name }: ToolCallPart,
  branch: string,
  { content, isError, state, extra, isExternal, givenBy }: ToolOutcome,
): EventInput => ({
  author: 'tool',
  branch,
  parts: [{ kind: 'tool-result', id, name, content, ...(isError && { isError }), ...(extra && { extra }) }],
  ...(isExternal && { trust: 'external' as const }),
  ...((state || givenBy !== undefined) && {
    actions: { ...(state && { state }), ...(givenBy !== undefined && { run: { given: { by: givenBy } } }) },
  }),
})
