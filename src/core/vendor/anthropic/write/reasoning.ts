import type { Placed } from '../../../ir/block.ts'
import type { JsonObject } from '../../../ir/json.ts'
import type { Origin } from '../../../ir/origin.ts'
import type { ReasoningPart } from '../../../ir/reasoning.ts'
import { hasBrokenSeal } from '../../../target/seals.ts'
import { mayReasoningBeSent, reasoningLoss } from '../../../target/travel.ts'
import type { Writer } from '../../../target/writer.ts'
import { isTooDeep } from '../../../text/depth.ts'
import { safeString } from '../../../text/reason.ts'
import { isWellFormedJson } from '../../../text/well-formed.ts'
import type { MessageDraft } from './draft.ts'
import { readsThinking } from './models.ts'
import type { ContentBlock } from './request.ts'
import { isThinking } from './thinking.ts'

/** Adds thinking unchanged if the model accepts it back; else drops and reports it. */
export function writeReasoning(
  { writer, setting, thinks, into }: MessageDraft,
  placed: Placed<ReasoningPart>,
): void {
  const { part, origin } = placed
  const { goes, note } = mayReasoningBeSent(placed, {
    format: 'anthropic',
    model: setting.model,
    reads: producer => readsThinking(setting.facts, setting.model, producer),
    isUnknown: setting.facts.family === 'unknown',
  })
  const sealed = part.native?.payload
  // A signed block cannot be repaired, so it is dropped if it is not well-formed UTF-8.
  const whole =
    sealed !== undefined && isCompleteThinking(sealed) && !isTooDeep(sealed) && isWellFormedJson(sealed)
  if (goes && whole && thinks && setting.facts.reasoning) {
    if (note) writer.note(note)
    into.push(copyThinkingBlock(writer, sealed, origin))
    return
  }
  writer.edit('reasoning-omitted')
  if (!goes && note) return writer.note(note)
  if (!setting.facts.reasoning) return writer.note(reasoningLoss('model does not reason', origin))
  const broken =
    sealed !== undefined && hasBrokenSeal(sealed)
      ? 'broken seal'
      : sealed !== undefined && isUnsigned(sealed)
        ? 'it has no signature'
        : 'no form to replay'
  writer.note(reasoningLoss(whole ? 'what precedes it changed' : broken, origin))
}

/**
 * Writes a thinking block unchanged. Its text is counted as text; its signature and its redacted data are counted as
 * sealed data.
 */
function copyThinkingBlock(writer: Writer, payload: JsonObject, origin: Origin): ContentBlock {
  const { counter } = writer.setting
  const { type, thinking, signature, data } = payload
  // No signature covers other fields, and the API refuses them.
  const block = type === 'thinking' ? { type, thinking, signature } : { type, data }
  if (typeof thinking === 'string') writer.add(counter.text(thinking))
  writer.add(counter.sealed(safeString(signature ?? data)))
  return writer.recordOrigin(block, origin) as unknown as ContentBlock
}

/** Whether a thinking block lacks its signature. */
const isUnsigned = ({ type, signature }: JsonObject): boolean =>
  type === 'thinking' && (signature === undefined || signature === null || signature === '')

/** Whether a block has the required fields of thinking, so that the API accepts it back (rule A8). */
const isCompleteThinking = ({ type, thinking, signature, data }: JsonObject): boolean =>
  type === 'thinking'
    ? typeof thinking === 'string' && typeof signature === 'string' && signature !== ''
    : typeof data === 'string' && data !== ''

/** Drops thinking at the end of an answer, because the API refuses thinking without a block after it. */
export function dropTrailingThinking({ writer, into, block }: MessageDraft): void {
  for (let last = into.at(-1); isThinking(last); last = into.at(-1)) {
    into.pop()
    writer.edit('reasoning-omitted')
    writer.note(reasoningLoss('what it led to is gone', writer.originOf(last, block)))
  }
}
