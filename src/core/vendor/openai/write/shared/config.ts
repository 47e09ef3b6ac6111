import type { ToolChoice } from '../../../../agent/agent.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import {
  type AnswerForm,
  answerInWords,
  anyAnswer,
  noObject,
  withObjectRoot,
} from '../../../../target/answer.ts'
import { type HeadTally, sendableSchema } from '../../../../target/head.ts'
import { sayLoss } from '../../../../target/sent-schema.ts'
import type { Setting } from '../../../../target/target.ts'
import { toJson } from '../../../../text/json.ts'
import { wellFormed } from '../../../../text/well-formed.ts'
import type { HeadDraft } from './begin-head.ts'
import { answerSchema } from './schema.ts'

/** Tools in a request: the names of its functions, and whether it has any tool. */
export interface Declared {
  readonly functions: readonly string[]
  readonly any: boolean
}

/**
 * Writes the tool choice if the request's tools can satisfy it. `named` returns a reference to a tool in the API's own
 * form.
 */
export function emitToolChoice(
  { config: { toolChoice, parallelToolCalls }, names }: Setting<OpenAIRules>,
  { functions, any }: Declared,
  { set, drop }: HeadDraft,
  named: (name: string) => object,
): void {
  const noTools = 'no tools are declared'
  const wireChoice = (choice: ToolChoice): unknown => {
    if (typeof choice === 'string') return choice
    const name = names.toWire(choice.tool)
    return functions.includes(name) ? named(name) : null
  }
  if (toolChoice !== undefined) {
    const wire = any ? wireChoice(toolChoice) : null
    if (wire !== null) set('tool_choice', wire, 'toolChoice')
    else drop('toolChoice', any ? 'the tool is not declared' : noTools)
  }
  if (parallelToolCalls === undefined) return
  if (any) set('parallel_tool_calls', parallelToolCalls, 'parallelToolCalls')
  else drop('parallelToolCalls', noTools)
}

/** Returns the format of the answer; it is strict if the schema allows this. The format can be combined with tools. */
export function answerForm(
  setting: Setting<OpenAIRules>,
  tally: HeadTally,
): AnswerForm<Record<string, unknown>> {
  const given = sendableSchema(setting, tally)
  if (!given) return anyAnswer
  const { facts, model } = setting
  if (!facts.rules.structuredOutputs)
    return answerInWords(given, { why: `${model ?? 'the model'} accepts no schema` }, tally)
  const declared = withObjectRoot(given)
  if (!declared) return answerInWords(given, noObject, tally)
  const sent = answerSchema(declared.schema, declared.strict !== false)
  sayLoss(sent, 'd:outputSchema', tally)
  const field = {
    name: (declared.name ?? 'answer').replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'answer',
    ...(declared.description !== undefined && { description: wellFormed(declared.description) }),
    schema: sent.schema,
    strict: sent.strict,
  }
  return { field, words: null }
}

/** Counts the tokens of the answer's format, as part of the request's head. */
export function countAnswerFormat({ counter }: Setting<OpenAIRules>, field: object, tally: HeadTally): void {
  tally.addDeclaration('schema', 'd:outputSchema', { ...counter.text(toJson(field)), exact: false })
}
