import { isNative } from '../../../agent/agent.ts'
import { schemaLoosened } from '../../../diag/target.ts'
import type { GeminiRules } from '../../../ir/model.ts'
import type { SchemaNode } from '../../../schema/reshape/reshape.ts'
import { type AnswerForm, answerInWords, anyAnswer } from '../../../target/answer.ts'
import { type HeadTally, sendableSchema } from '../../../target/head.ts'
import type { Setting } from '../../../target/target.ts'
import { legalSchema } from './schema.ts'

/** Returns the format of the answer. On older models, JSON output and tools cannot be combined. */
export function answerForm(setting: Setting<GeminiRules>, tally: HeadTally): AnswerForm<SchemaNode> {
  const declared = sendableSchema(setting, tally)
  if (!declared) return anyAnswer
  const { agent, facts, model } = setting
  const name = model ?? 'the model'
  const tools = (agent.tools ?? []).some(tool => !isNative(tool) || tool.native.format === 'gemini')
  if (!facts.rules.json) return answerInWords(declared, { why: `${name} cannot answer in JSON` }, tally)
  if (tools && !facts.rules.jsonBesideTools)
    return answerInWords(declared, { why: `${name} cannot answer in JSON together with tools` }, tally)
  const { schema, lost } = legalSchema(declared.schema as SchemaNode & Record<string, unknown>)
  if (lost.length > 0) tally.say(schemaLoosened('d:outputSchema', lost))
  return { field: schema, words: null }
}
