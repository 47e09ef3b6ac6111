import type { JsonValue } from '../../core/ir/json.ts'
import type { Part } from '../../core/ir/part.ts'
import type { ToolResultPart } from '../../core/ir/result.ts'

/** Chunk that ends a call on the page, without the call's id, which is added later. */
export type CallEnding =
  | { readonly type: 'tool-output-denied' }
  | { readonly type: 'tool-output-error'; readonly errorText: string }
  | { readonly type: 'tool-output-available'; readonly output: unknown }

export const deniedCall: CallEnding = { type: 'tool-output-denied' }
export const cancelledCall: CallEnding = { type: 'tool-output-error', errorText: 'The call was cancelled.' }

/** Facts about the result of a call. */
interface ResultShown {
  /** The answer of the agent, if the result is the answer; otherwise null. */
  readonly answer: JsonValue
  /** Whether the page gets the result's content. */
  readonly isWhole: boolean
}

/** Returns the ending of a call with a result. A data value that is the answer is shown; a text follows the call. */
export function resultEnding(
  { isError, content }: ToolResultPart,
  { answer, isWhole }: ResultShown,
): CallEnding {
  if (isError)
    return {
      type: 'tool-output-error',
      errorText: isWhole ? joinTextParts(content) : 'The tool failed.',
    }
  // The answer is without the words that the runner puts before it.
  if (answer !== null && typeof answer !== 'string') return { type: 'tool-output-available', output: answer }
  return { type: 'tool-output-available', output: isWhole ? resultAsOutput(content) : null }
}

/** Returns the texts of parts, one line or more for each part. */
export const joinTextParts = (parts: readonly Part[]): string =>
  parts.map(part => (part.kind === 'text' ? part.text : '')).join('\n')

/** Returns a tool result in the page's form: a text, a data value, or a list if the result has several parts. */
function resultAsOutput(content: ToolResultPart['content']): unknown {
  const values = content.map(part =>
    part.kind === 'text' ? part.text : part.kind === 'data' ? part.value : part,
  )
  return values.length === 1 ? values[0] : values
}
