import type { ToolCallPart } from '../../core/ir/call.ts'
import type { ResultContent, ToolResultPart } from '../../core/ir/result.ts'
import { oneLine } from '../../core/text/columns.ts'
import { toJson } from '../../core/text/json.ts'

/** Returns one line of text about a tool call. */
export function callLine({ name, arguments: given }: Pick<ToolCallPart, 'name' | 'arguments'>): string {
  const text = typeof given === 'string' ? given : toJson(given)
  return oneLine(`\u2192 ${name} ${text}`)
}

/** Returns one line of text about a tool result. */
export const resultLine = ({ name = '', isError, content }: ToolResultPart): string =>
  oneLine(`${isError ? '\u2717' : '\u2190'} ${name} ${content.map(contentText).join(' ')}`)

/** Returns the content of a tool result as text. */
function contentText(content: ResultContent): string {
  if (content.kind === 'text') return content.text
  return content.kind === 'data' ? toJson(content.value) : `[${content.kind}]`
}
