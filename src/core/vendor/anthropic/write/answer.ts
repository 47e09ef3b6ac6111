import { schemaLoosened } from '../../../diag/target.ts'
import type { AnthropicRules } from '../../../ir/model.ts'
import type { SchemaNode } from '../../../schema/reshape/reshape.ts'
import {
  type AnswerForm,
  answerInWords,
  anyAnswer,
  noObject,
  withObjectRoot,
} from '../../../target/answer.ts'
import { type HeadTally, sendableSchema } from '../../../target/head.ts'
import type { Setting } from '../../../target/target.ts'
import { strictSchema } from './schema.ts'
import type { Spent } from './spent.ts'

/**
 * Returns the format of the answer: a strict schema, or the schema as text if Claude cannot enforce it. Either can be
 * combined with tools.
 */
export function answerForm(
  setting: Setting<AnthropicRules>,
  spent: Spent,
  tally: HeadTally,
): AnswerForm<SchemaNode> {
  const given = sendableSchema(setting, tally)
  if (!given) return anyAnswer
  const { facts, model } = setting
  if (!facts.rules.structuredOutputs)
    return answerInWords(given, { why: `${model ?? 'the model'} accepts no schema` }, tally)
  const declared = withObjectRoot(given)
  if (!declared) return answerInWords(given, noObject, tally)
  const strict = strictSchema(declared.schema)
  const beyond = spent.spendAnswer(strict)
  if (beyond.length > 0)
    return answerInWords(declared, { why: 'a strict schema does not allow', lost: beyond }, tally)
  if (strict.lost.length > 0) tally.say(schemaLoosened('d:outputSchema', strict.lost))
  return { field: strict.schema, words: null }
}
