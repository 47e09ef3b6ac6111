import { requiredFields } from '../../../from/openai/dialects.ts'
import type { Placed } from '../../../ir/block.ts'
import type { JsonObject } from '../../../ir/json.ts'
import type { OpenAIRules } from '../../../ir/model.ts'
import type { ReasoningPart } from '../../../ir/reasoning.ts'
import { bareModel } from '../../facts.ts'
import type { Setting } from '../../target.ts'
import { reasoningLoss, reasoningTravels } from '../../travel.ts'
import type { Writer } from '../../writer.ts'
import { readerOf, speaksDialect } from './dialect.ts'
import type { AnswerDraft, AnswerPart } from './draft.ts'
import { writeOwnField } from './fields.ts'
import type { AssistantMessage } from './request.ts'

const format = 'openai-chat'

/** A thought as the dialect has it: fields of the message, or a piece of its content; null for one of another API. */
function wireOf({ native, extra }: ReasoningPart): JsonObject | null {
  if (extra?.format === format) return extra.fields
  return native?.format === format ? native.payload : null
}

/**
 * Puts a thought back where it was: its fields on the message, or a piece among the others. What is told in full with
 * an earlier part of the answer has no fields of its own.
 */
export function writeThought(draft: AnswerDraft, placed: Placed<ReasoningPart>): void {
  const { writer, setting, options, message } = draft
  const { part, origin, seq } = placed
  const wire = wireOf(part)
  const lose = (note: ReturnType<typeof reasoningLoss> | undefined): void => {
    if (note) writer.note(note)
    writer.edit('reasoning-omitted')
  }
  if (wire === null) return lose(reasoningLoss(part.native ? 'other provider' : 'no form to replay', origin))
  if (!speaksDialect(setting)) return lose(reasoningLoss('no form to replay', origin))
  const own = { ...part, native: { format, payload: wire } } as const
  const { goes, note } = reasoningTravels({ part: own, origin, seq }, readerOf(setting))
  if (!goes) return lose(note)
  if (!options.reasoning) return lose(reasoningLoss('what precedes it changed', origin))
  if (note) writer.note(note)
  draft.thoughts.push(placed)
  if (typeof wire.type === 'string') draft.parts.push(writer.verbatim(wire, origin) as AnswerPart)
  else
    for (const [key, value] of Object.entries(wire))
      if (value !== undefined && !(key in message)) writeOwnField(writer, message, key, value, origin)
}

/** Gives an answer the fields that the model wants in each, empty where it thought nothing. */
export function writeRequired(
  writer: Writer,
  { model }: Setting<OpenAIRules>,
  message: AssistantMessage,
): void {
  if (model === null) return
  for (const field of requiredFields(bareModel(model)))
    if (!(field in message)) writer.called(message, field, '', 'c:message')
}
