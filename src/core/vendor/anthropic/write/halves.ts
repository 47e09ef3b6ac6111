import { isObject } from '../../../ir/json.ts'
import { isServerCall, isServerResult, type ServerBlock } from '../../../ir/provider-call.ts'
import type { ContentBlock, Message } from './request.ts'

/** Blocks of server tools that are not in a complete pair: calls without a result, and results without a call. */
export interface Halves {
  /**
   * Calls whose result can no longer come, and results without a call. Each has the index of the message from which on
   * this is certain. Requests that ended before that message still contained the block unchanged.
   */
  readonly blocks: ReadonlyMap<ContentBlock, number>
  /** Blocks whose `caller` names a call that is not sent. */
  readonly callers: ReadonlySet<ContentBlock>
}

/** Returns the id of the server-tool call whose code made a call; undefined if the model itself made the call. */
function callerIdOf(block: ContentBlock): string | undefined {
  const { caller } = block as unknown as { caller?: unknown }
  return isObject(caller) && typeof caller.tool_id === 'string' ? caller.tool_id : undefined
}

/**
 * Finds calls of server tools without a result, and results without a call. A server tool that runs code waits for the
 * results of the calls that the code makes, so the tool's own result may come in a later answer. A user's text ends the
 * wait (rule A3).
 */
export function findHalves(messages: readonly Message[]): Halves {
  const calls = new Map<string | undefined, ContentBlock>()
  const open = new Map<string | undefined, ContentBlock>()
  const blocks = new Map<ContentBlock, number>()
  const called: ContentBlock[] = []
  const closeOpenCalls = (at: number): void => {
    for (const block of open.values()) blocks.set(block, at)
    open.clear()
  }
  for (const [at, { role, content }] of messages.entries()) {
    if (role !== 'assistant') {
      if (content.some(({ type }) => type !== 'tool_result')) closeOpenCalls(at)
      continue
    }
    for (const block of content) {
      const wire = block as unknown as ServerBlock
      if (callerIdOf(block) !== undefined) called.push(block)
      if (isServerCall(wire)) {
        // A call with a repeated id counts as a call without a result. A second result counts as a result without a
        // call.
        if (calls.has(wire.id)) blocks.set(block, at)
        else {
          calls.set(wire.id, block)
          open.set(wire.id, block)
        }
      } else if (isServerResult(wire) && !open.delete(wire.tool_use_id)) blocks.set(block, at)
    }
  }
  // If the last answer contains none of the open calls, the server did not continue them, so no result can come.
  const last = messages.at(-1)
  if (last?.role === 'assistant' && !last.content.some(block => open.has((block as { id?: string }).id)))
    closeOpenCalls(messages.length)
  const callers = called.filter(block => {
    const call = calls.get(callerIdOf(block))
    return call === undefined || blocks.has(call)
  })
  return { blocks, callers: new Set(callers) }
}
