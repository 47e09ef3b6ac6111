import { modernizeSchema } from '../../../schema/reshape/modern.ts'
import { reshape } from '../../../schema/reshape/reshape.ts'
import {
  type AnswerForm,
  answerInWords,
  anyAnswer,
  noObject,
  withObjectRoot,
} from '../../../target/answer.ts'
import { type HeadTally, sendableSchema } from '../../../target/head.ts'
import { wireName } from '../../../target/names.ts'
import { sayLoss } from '../../../target/sent-schema.ts'
import type { Setting } from '../../../target/target.ts'
import { wellFormed } from '../../../text/well-formed.ts'
import { answerSchema } from '../../openai/write/shared/schema.ts'
import type { AISDKRules } from './models.ts'
import { nameRule } from './names.ts'
import type { AISDKRequest } from './request.ts'

/** Format of the answer, and whether the request must set the option that makes the format non-strict at OpenAI. */
export interface ResponseForm {
  readonly format: NonNullable<AISDKRequest['responseFormat']>
  readonly loose: boolean
}

/**
 * Returns the format of the answer. If the model cannot combine the format with the rest of the request, the converters
 * to Claude and Gemini send the format as a tool. The converter to OpenAI sends every format as strict.
 */
export function answerForm(setting: Setting<AISDKRules>, tally: HeadTally): AnswerForm<ResponseForm> {
  const given = sendableSchema(setting, tally)
  if (!given) return anyAnswer
  const { facts, model } = setting
  const { vendor, schemas } = facts.rules
  if (!schemas) return answerInWords(given, { why: `${model ?? 'the model'} accepts no schema` }, tally)
  const declared = withObjectRoot(given)
  if (!declared) return answerInWords(given, noObject, tally)
  const asked = declared.strict !== false
  const sent =
    vendor === 'openai'
      ? answerSchema(declared.schema, asked)
      : { ...reshape(declared.schema, [modernizeSchema]), strict: asked, beyond: [] }
  sayLoss(sent, 'd:outputSchema', tally)
  const { name, description } = declared
  const format = {
    type: 'json' as const,
    schema: sent.schema as Record<string, unknown>,
    ...(name !== undefined && { name: wireName(name, nameRule) }),
    ...(description !== undefined && { description: wellFormed(description) }),
  }
  return { field: { format, loose: vendor === 'openai' && !sent.strict }, words: null }
}
