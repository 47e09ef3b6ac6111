import type { JsonObject } from '../../../../ir/json.ts'
import type { Origin } from '../../../../ir/origin.ts'
import { linkId } from '../../../../target/link-id.ts'
import type { Writer } from '../../../../target/writer.ts'
import { isLegalCallId } from './legal-id.ts'

/** Returns an OpenAI-specific item in which the ids that refer to other items are legal. */
export function makeLinksLegal(writer: Writer, item: JsonObject, origin: Origin): JsonObject {
  const changes: Record<string, string> = {}
  const replaceLinkId = (key: string, isLegal?: (id: string) => boolean): void => {
    const given = item[key]
    if (typeof given === 'string') changes[key] = linkId(writer, given, origin, isLegal)
  }
  replaceLinkId('call_id', isLegalCallId)
  replaceLinkId('approval_request_id')
  if (item.type === 'mcp_approval_request') replaceLinkId('id')
  return { ...item, ...changes }
}
