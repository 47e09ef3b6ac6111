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

/** Whether an item is a call that the caller runs or refuses after the user's decision. */
const isWaiting = (item: BlockItem): item is Placed<OpaquePart> =>
  isOwn(item, 'tool-call') && item.part.payload.providerExecuted !== true

/**
 * Returns an answer's items, with each call that a user decided on as an ordinary call: the AI SDK runs or refuses
 * these calls next, and adds the results itself.
 */
export function withDecided({ id, items }: Block, options: UnitOptions): readonly BlockItem[] {
  if (!options.last || !items.some(isWaiting)) return items
  const decided = decidedIds(items)
  const calls = items.filter(isCall)
  const taken = new Set(calls.flatMap(call => [call.part.id, callId(call, isLegalId)]))
  return items.map(item => {
    if (!isWaiting(item)) return item
    const given = item.part.payload.toolCallId
    // Two calls with one id cannot be distinguished.
    if (typeof given !== 'string' || !decided.has(given) || taken.has(given)) return item
    const place = Number(item.origin.slice(item.origin.lastIndexOf('.') + 1))
    const derived = deriveId(id, item.seq, place, taken)
    taken.add(given).add(derived)
    return asCall(item, given, derived)
  })
}

/** Returns the ids of calls with an approval request and a response to it. */
function decidedIds(items: readonly BlockItem[]): ReadonlySet<unknown> {
  const payloads = (type: string): JsonObject[] =>
    items.flatMap(item => (isOwn(item, type) ? [item.part.payload] : []))
  const answered = new Set(payloads('tool-approval-response').map(({ approvalId }) => approvalId))
  const asked = payloads('tool-approval-request').filter(({ approvalId }) => answered.has(approvalId))
  return new Set(asked.map(({ toolCallId }) => toolCallId))
}

function asCall({ part, origin, ...at }: Placed<OpaquePart>, id: string, derivedId: string): PairedCall {
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
    // The result is yet to come; this placeholder is never written.
    result: { part: { kind: 'tool-result', id, content: [] }, origin, seq: at.seq },
  }
}

/** Returns an approval request or response with the ids that the other one and the call have in this request. */
export function approval(
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
