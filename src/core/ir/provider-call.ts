import { isObject, type JsonObject } from './json.ts'
import type { OpaquePart } from './opaque.ts'
import type { Part } from './part.ts'

/** The fields of a block of Anthropic's own tools that identify a call. */
export interface ServerBlock {
  readonly type: string
  readonly id?: string
  readonly tool_use_id?: string
}

/** Types of results of Anthropic's own tools, which are placed in the answer itself. */
const serverResult = /^(?!tool_result$).+_tool_result$/

/** Whether a block is a call of a server's tool. */
export const isServerCall = ({ type }: Pick<ServerBlock, 'type'>): boolean =>
  type === 'server_tool_use' || type === 'mcp_tool_use'

/** Whether a block is the result of a server's tool. */
export const isServerResult = ({ type }: Pick<ServerBlock, 'type'>): boolean => serverResult.test(type)

/** One half of a tool that the provider runs. */
interface Half {
  readonly half: 'call' | 'result'
  /** The id that call and result share. */
  readonly id: unknown
}

/** Returns which half of a provider-run tool an item is; null for any other item. */
function halfOf({ format, type, payload }: OpaquePart): Half | null {
  const raw: JsonObject = isObject(payload) ? payload : {}
  if (format === 'anthropic') {
    if (isServerCall({ type })) return { half: 'call', id: raw.id }
    return isServerResult({ type }) ? { half: 'result', id: raw.tool_use_id } : null
  }
  if (format === 'openai') {
    if (type === 'program') return { half: 'call', id: raw.call_id }
    if (type === 'program_output') return { half: 'result', id: raw.call_id }
    return type === 'mcp_approval_request' ? { half: 'call', id: raw.id } : null
  }
  if (format !== 'ai-sdk') return null
  if (type === 'tool-call' && raw.providerExecuted === true) return { half: 'call', id: raw.toolCallId }
  return type === 'tool-result' ? { half: 'result', id: raw.toolCallId } : null
}

/**
 * Returns the id of the call that an output answers, if only the provider's server holds that call; else null. OpenAI
 * takes no second call with its id.
 */
export const heldCallId = ({ format, type, payload }: OpaquePart): string | null =>
  format === 'openai' &&
  type.endsWith('_call_output') &&
  isObject(payload) &&
  typeof payload.call_id === 'string'
    ? payload.call_id
    : null

/** Whether an item shows that the provider ended the response early on purpose, to continue in the same turn. */
const isPause = ({ format, type }: OpaquePart): boolean =>
  (format === 'anthropic' && type === 'compaction') ||
  // The provider goes on once it has the decision that it asked for.
  (format === 'ai-sdk' && type === 'tool-approval-response')

/**
 * Whether the provider paused the turn after these parts of an answer, and continues it in the next response. A turn
 * is paused if a tool that the provider runs has no result, or if nothing was said after its last result.
 */
export function isPaused(parts: Iterable<Part>): boolean {
  const open = new Set<unknown>()
  let isUnsaid = false
  for (const part of parts) {
    if (part.kind === 'opaque') {
      const found = halfOf(part)
      if (found?.half === 'call') open.add(found.id)
      else if (found?.half === 'result') open.delete(found.id)
      isUnsaid = found !== null || isPause(part)
    } else if (part.kind !== 'reasoning' && !(part.kind === 'text' && part.text === '')) isUnsaid = false
  }
  return open.size > 0 || isUnsaid
}
