import { isObject, type JsonObject } from './json.ts'
import type { OpaquePart } from './opaque.ts'
import type { Part } from './part.ts'

/** A block of Anthropic's own tools, as far as it names a call. */
export interface ServerBlock {
  readonly type: string
  readonly id?: string
  readonly tool_use_id?: string
}

/** Results of Anthropic's own tools, which are placed in the answer itself. */
const serverResult = /^(?!tool_result$).+_tool_result$/

/** Whether a block is a call of a server's tool. */
export const isServerCall = ({ type }: Pick<ServerBlock, 'type'>): boolean =>
  type === 'server_tool_use' || type === 'mcp_tool_use'

/** Whether a block is the result of a server's tool. */
export const isServerResult = ({ type }: Pick<ServerBlock, 'type'>): boolean => serverResult.test(type)

/** One half of a tool that the provider runs. */
interface Half {
  readonly half: 'call' | 'result'
  /** The value that both halves name. */
  readonly id: unknown
}

/** The half of a provider's tool that an item is; null for any other item. */
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

/** Whether words follow in the same turn after such an item: the provider ended the response early on purpose. */
const isPause = ({ format, type }: OpaquePart): boolean => format === 'anthropic' && type === 'compaction'

/**
 * Whether a model has more to say after these parts of its answer: a tool that the provider runs has no result in them, or
 * nothing was said after the last result. The provider paused the turn, and goes on with it in the next response.
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
