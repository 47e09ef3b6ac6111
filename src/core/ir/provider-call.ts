import { isObject, type JsonObject } from './json.ts'
import type { OpaquePart } from './opaque.ts'
import type { Part } from './part.ts'

/** Fields of a block of Anthropic's own tools that identify a call. */
export interface ServerBlock {
  readonly type: string
  readonly id?: string
  readonly tool_use_id?: string
}

/** Pattern of the result types of Anthropic's own tools. Their results are part of the model's answer. */
const serverResult = /^(?!tool_result$).+_tool_result$/

/** Whether a block is a call of a tool that the provider's server runs. */
export const isServerCall = ({ type }: Pick<ServerBlock, 'type'>): boolean =>
  type === 'server_tool_use' || type === 'mcp_tool_use'

/** Whether a block is the result of a tool that the provider's server runs. */
export const isServerResult = ({ type }: Pick<ServerBlock, 'type'>): boolean => serverResult.test(type)

/** Call or result of a tool that the provider runs. */
interface Half {
  readonly half: 'call' | 'result'
  /** Id that the call and its result share. */
  readonly id: unknown
}

/** Returns whether an item is the call or the result of a provider-run tool, with its id; null for any other item. */
function providerCallHalf({ format, type, payload }: OpaquePart): Half | null {
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
 * Returns the id of the call that an output belongs to, if only the provider stores the call; null if the session has
 * the call. No other call may be sent with this id, because OpenAI rejects a second one.
 */
export const heldCallId = ({ format, type, payload }: OpaquePart): string | null =>
  format === 'openai' &&
  type.endsWith('_call_output') &&
  isObject(payload) &&
  typeof payload.call_id === 'string'
    ? payload.call_id
    : null

/** Whether an item shows that the provider deliberately ended the response early, to continue in the same turn. */
const isPauseItem = ({ format, type }: OpaquePart): boolean =>
  (format === 'anthropic' && type === 'compaction') ||
  // After the user's decision on an approval request, the provider continues the turn.
  (format === 'ai-sdk' && type === 'tool-approval-response')

/**
 * Whether the provider paused the turn after these parts of an answer, to continue it in the next response. A turn is
 * paused if a provider-run tool has no result, or if no text follows its last result.
 */
export function isPausedAnswer(parts: Iterable<Part>): boolean {
  const open = new Set<unknown>()
  let isUnsaid = false
  for (const part of parts) {
    if (part.kind === 'opaque') {
      const found = providerCallHalf(part)
      if (found?.half === 'call') open.add(found.id)
      else if (found?.half === 'result') open.delete(found.id)
      isUnsaid = found !== null || isPauseItem(part)
    } else if (part.kind !== 'reasoning' && !(part.kind === 'text' && part.text === '')) isUnsaid = false
  }
  return open.size > 0 || isUnsaid
}
