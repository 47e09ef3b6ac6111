import { isObject } from '../../../ir/json.ts'
import { isServerCall, isServerResult, type ServerBlock } from '../../../ir/provider-call.ts'
import { CallPairs } from '../../../target/call-pairs.ts'
import type { ContentBlock, Message } from './request.ts'

/** Server-tool blocks that are incomplete pairs: a call without its result, or the reverse. */
export interface Halves {
  /** Unpaired calls and results, as in `CallPairs`. */
  readonly blocks: ReadonlyMap<ContentBlock, number>
  /** Blocks whose `caller` names a call that is not sent. */
  readonly callers: ReadonlySet<ContentBlock>
}

/** Returns the id of the server-tool call whose code made a call; undefined if the model itself made the call. */
function callerIdOf(block: ContentBlock): string | undefined {
  const { caller } = block as unknown as { caller?: unknown }
  return isObject(caller) && typeof caller.tool_id === 'string' ? caller.tool_id : undefined
}

/** Finds incomplete pairs of server-tool blocks; a user's text ends the wait for a result (rule A3). */
export function findHalves(messages: readonly Message[]): Halves {
  const pairs = new CallPairs<ContentBlock>()
  const called: ContentBlock[] = []
  for (const [at, { role, content }] of messages.entries()) {
    if (role !== 'assistant') {
      if (content.some(({ type }) => type !== 'tool_result')) pairs.endWait(at)
      continue
    }
    for (const block of content) {
      const wire = block as unknown as ServerBlock
      if (callerIdOf(block) !== undefined) called.push(block)
      if (isServerCall(wire)) pairs.addCall(wire.id, block, at)
      else if (isServerResult(wire)) pairs.addResult(wire.tool_use_id, block, at)
    }
  }
  const last = messages.at(-1)
  if (last?.role === 'assistant') pairs.endAnswer(last.content, messages.length)
  const { calls, unpaired } = pairs
  const callers = called.filter(block => {
    const call = calls.get(callerIdOf(block))
    return call === undefined || unpaired.has(call)
  })
  return { blocks: unpaired, callers: new Set(callers) }
}
