import { type Block, type BlockItem, isCall, type PairedCall, type Placed } from '../../../ir/block.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { deriveId } from '../../../session/unit/derive-id.ts'
import { callId } from '../../../target/call.ts'
import { linkId } from '../../../target/link-id.ts'
import type { UnitOptions } from '../../../target/target.ts'
import type { Writer } from '../../../target/writer.ts'
import { isLegalId } from './legal-id.ts'

const isOwn = (item: BlockItem, type: string): item is Placed<OpaquePart> => {
  const { part } = item
  return part.kind === 'opaque' && part.format === 'ai-sdk' && part.type === type && isObject(part.payload)
}

/** Whether an item is a call that the app runs or refuses, depending on a user's decision. */
const isUserDecidedCall = (item: BlockItem): item is Placed<OpaquePart> =>
  isOwn(item, 'tool-call') && item.part.payload.providerExecuted !== true

/**
 * Returns an answer's items, in which each call that the user decided on is an ordinary call. The AI SDK runs or
 * refuses these calls next, and adds the results itself.
 */
export function convertDecidedCalls({ id, items }: Block, options: UnitOptions): readonly BlockItem[] {
  if (!items.some(isUserDecidedCall) || !options.last) return items
  const decided = decidedIds(items)
  const calls = items.filter(isCall)
  const taken = new Set(calls.flatMap(call => [call.part.id, callId(call, isLegalId)]))
  return items.map(item => {
    if (!isUserDecidedCall(item)) return item
    const given = item.part.payload.toolCallId
    // Another call has the same id. The decision could be about either call, so this call stays unchanged.
    if (typeof given !== 'string' || !decided.has(given) || taken.has(given)) return item
    const place = Number(item.origin.slice(item.origin.lastIndexOf('.') + 1))
    const derived = deriveId(id, item.seq, place, taken)
    taken.add(given).add(derived)
    return decidedCallAsPair(item, given, derived)
  })
}

/** Returns the ids of calls that have an approval request and a response to the request. */
function decidedIds(items: readonly BlockItem[]): ReadonlySet<unknown> {
  const payloadsOfType = (type: string): JsonObject[] =>
    items.flatMap(item => (isOwn(item, type) ? [item.part.payload] : []))
  const answered = new Set(payloadsOfType('tool-approval-response').map(({ approvalId }) => approvalId))
  const asked = payloadsOfType('tool-approval-request').filter(({ approvalId }) => answered.has(approvalId))
  return new Set(asked.map(({ toolCallId }) => toolCallId))
}

function decidedCallAsPair(
  { part, origin, ...at }: Placed<OpaquePart>,
  id: string,
  derivedId: string,
): PairedCall {
  const { toolName, input = {}, providerOptions } = part.payload
  const madeBy = part.model === undefined ? {} : { madeBy: part.model }
  const name = typeof toolName === 'string' ? toolName : ''
  return {
    ...at,
    origin,
    part: {
      kind: 'tool-call',
      id,
      name,
      arguments: input as JsonValue,
      ...(providerOptions !== undefined && {
        extra: { format: 'ai-sdk', fields: { providerOptions, ...madeBy } },
      }),
    },
    givenId: id,
    derivedId,
    // The AI SDK adds the result later. This placeholder for it is never written.
    result: { part: { kind: 'tool-result', id, content: [] }, origin, seq: at.seq },
  }
}

/** Returns an approval request or response whose ids match those of its counterpart and its call in this request. */
export function linkApproval(
  writer: Writer,
  { part, origin }: Placed<OpaquePart>,
  items: readonly BlockItem[],
): JsonObject {
  const { approvalId, toolCallId } = part.payload
  const call = items.filter(isCall).find(({ part: { id } }) => id === toolCallId)
  return {
    ...part.payload,
    ...(typeof approvalId === 'string' && { approvalId: linkId(writer, approvalId, origin) }),
    ...(call && { toolCallId: callId(call, isLegalId) }),
  }
}
