import type { Placed } from '../../../../ir/block.ts'
import type { JsonObject } from '../../../../ir/json.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { ReasoningPart } from '../../../../ir/reasoning.ts'
import { hasBrokenSeal } from '../../../../target/seals.ts'
import type { Setting } from '../../../../target/target.ts'
import { mayReasoningBeSent, reasoningLoss, whyFormless } from '../../../../target/travel.ts'
import type { Writer } from '../../../../target/writer.ts'
import { bareModel } from '../../../rows/bare-model.ts'
import { requiredFields } from '../../read/dialects.ts'
import { chatReasoningReader, speaksDialect } from './dialect.ts'
import type { AnswerDraft, AnswerPart } from './draft.ts'
import { writeOwnField } from './fields.ts'
import type { AssistantMessage } from './request.ts'

const format = 'openai-chat'

/**
 * Returns reasoning in the endpoint's dialect, as fields of the message or as a content part; null for reasoning in the
 * form of another API.
 */
function reasoningWireFields({ native, extra }: ReasoningPart): JsonObject | null {
  if (extra?.format === format) return extra.fields
  return native?.format === format ? native.payload : null
}

/**
 * Writes reasoning in its original place: as fields of the message, or as a part of its content. If an earlier part of
 * the answer already contains the reasoning in full, no fields are written.
 */
export function writeThought(draft: AnswerDraft, placed: Placed<ReasoningPart>): void {
  const { writer, setting, options, message } = draft
  const { part, origin, seq } = placed
  const wire = reasoningWireFields(part)
  const noteLoss = (note: ReturnType<typeof reasoningLoss> | undefined): void => {
    if (note) writer.note(note)
    writer.edit('reasoning-omitted')
  }
  if (wire === null)
    return noteLoss(reasoningLoss(part.native ? 'other provider' : whyFormless(part), origin))
  if (!speaksDialect(setting)) return noteLoss(reasoningLoss('no form to replay', origin))
  if (hasBrokenSeal(wire)) return noteLoss(reasoningLoss('broken seal', origin))
  const own = { ...part, native: { format, payload: wire } } as const
  const { goes, note } = mayReasoningBeSent({ part: own, origin, seq }, chatReasoningReader(setting))
  if (!goes) return noteLoss(note)
  if (!options.reasoning) return noteLoss(reasoningLoss('what precedes it changed', origin))
  if (note) writer.note(note)
  draft.thoughts.push(placed)
  if (typeof wire.type === 'string') draft.parts.push(writer.copyAnswerItem(wire, origin) as AnswerPart)
  else
    for (const [key, value] of Object.entries(wire))
      if (value !== undefined && !(key in message)) writeOwnField(writer, message, key, value, origin)
}

/** Adds the reasoning fields that the model requires in every answer. They are empty if the answer has no reasoning. */
export function writeRequired(
  writer: Writer,
  { model }: Setting<OpenAIRules>,
  message: AssistantMessage,
): void {
  if (model === null) return
  for (const field of requiredFields(bareModel(model)))
    if (!(field in message)) writer.putArgumentsText(message, field, '', 'c:message')
}
