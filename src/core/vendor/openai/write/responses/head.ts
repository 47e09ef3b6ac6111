import { declaredToolNames } from '../../../../agent/tool-facts.ts'
import { fieldsLeftBehind, settingDropped } from '../../../../diag/target.ts'
import { addCounts } from '../../../../ir/count.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { Run } from '../../../../ir/origin.ts'
import { type HeadTally, instructionTexts } from '../../../../target/head.ts'
import { splitIntoWords } from '../../../../target/request-fields.ts'
import type { Head, Setting } from '../../../../target/target.ts'
import { beginHead } from '../shared/begin-head.ts'
import { answerForm, countAnswerFormat, emitToolChoice } from '../shared/config.ts'
import { responsesNumbers } from '../shared/numbers.ts'
import { requestFormOf } from '../shared/request-form.ts'
import { instructionsPlace } from '../shared/role.ts'
import { emitSampling } from '../shared/sampling.ts'
import { emitTools } from '../shared/tools.ts'
import type { InputMessage, ResponsesRequest, ResponsesTool } from './request.ts'

/** Request fields in `ResponseCreateParams` of openai 6.49. */
const requestForm = requestFormOf({
  format: 'openai',
  fields: splitIntoWords(
    'background context_management conversation include input instructions max_output_tokens max_tool_calls',
    'previous_response_id prompt reasoning text truncation',
  ),
})

const format = 'openai'

/**
 * Whether the server stores earlier messages. If it does, an instruction that is sent as messages would be added again
 * with every request.
 */
const isStoredAtServer = ({ extra }: Setting<OpenAIRules>['agent']): boolean =>
  extra?.fields.previous_response_id != null || extra?.fields.conversation != null

/**
 * Writes everything in a request except its history. System messages of the input are returned separately, because they
 * are placed before the history.
 */
export function emitHead(setting: Setting<OpenAIRules>): {
  readonly request: ResponsesRequest
  readonly system: readonly InputMessage[]
  readonly head: Head
  readonly compactsWithin: boolean
} {
  const draft = beginHead<ResponsesRequest>(setting, requestForm, responsesNumbers)
  const { request, tally, set, setNumber } = draft
  const { config, origins } = setting
  const answer = answerForm(setting, tally)
  const system = emitSystem(setting, request, answer.words, tally)
  const tools = emitTools(setting, format, tally, (declared, tool) => ({
    type: 'function',
    ...declared,
    ...(tool.extra?.format === format ? tool.extra.fields : {}),
  })) as ResponsesTool[]
  if (tools.length > 0) request.tools = tools
  const effort = emitSampling(setting, draft)
  if (effort !== undefined) set('reasoning', { ...request.reasoning, effort }, 'reasoningEffort')
  const functions = tools.flatMap(tool => (tool.type === 'function' ? [tool.name] : []))
  const announced = declaredToolNames({ tools: setting.agent.announced ?? [] }).map(setting.names.toWire)
  const declared = { functions: [...functions, ...announced], any: tools.length + announced.length > 0 }
  emitToolChoice(setting, declared, draft, name => ({ type: 'function', name }))
  allowOnlyDeclared(setting, request)
  setNumber('maxOutputTokens', setting.maxOutput)
  for (const key of ['stopSequences', 'seed', 'presencePenalty', 'frequencyPenalty'] as const) {
    if (config[key] !== undefined) tally.say(settingDropped(key, 'the Responses API has no such setting'))
  }
  if (answer.field !== null) {
    countAnswerFormat(setting, answer.field, tally)
    request.text = {
      ...request.text,
      format: { type: 'json_schema', ...answer.field } as NonNullable<
        NonNullable<ResponsesRequest['text']>['format']
      >,
    }
    origins.recordKey(request.text, 'format', 'd:outputSchema')
  }
  const compactsWithin = askToCompact(setting, request)
  return { request, system, head: tally.finishHead(), compactsWithin }
}

/**
 * Asks the provider to compact within its answers, unless the caller's request has its own setting. Returns whether it is
 * asked. If the server stores earlier messages, the history here is not what it would compact.
 */
function askToCompact(
  { agent, compactAt, facts, origins }: Setting<OpenAIRules>,
  request: ResponsesRequest,
): boolean {
  const asks = compactAt !== null && facts.rules.compactEndpoint === true && !isStoredAtServer(agent)
  if (!asks || agent.extra?.fields.context_management != null) return false
  request.context_management = [{ type: 'compaction', compact_threshold: compactAt }]
  origins.recordKey(request, 'context_management', 'c:request')
  return true
}

/**
 * Restricts the tool choice to the declared tools, if the request or its messages contain tools that are no longer
 * declared. The list of tools itself stays unchanged, because reasoning is bound to it.
 */
function allowOnlyDeclared(
  { agent: { announced = [], withdrawn = [] }, names }: Setting<OpenAIRules>,
  request: ResponsesRequest,
): void {
  const { tools = [], tool_choice: choice = 'auto' } = request
  if (withdrawn.length === 0 || (choice !== 'auto' && choice !== 'required')) return
  const gone = new Set(withdrawn.map(({ name }) => names.toWire(name)))
  const named = [
    ...tools.map(tool => ('name' in tool ? { type: tool.type, name: tool.name } : referenceTo(tool))),
    ...declaredToolNames({ tools: announced }).map(name => ({ type: 'function', name: names.toWire(name) })),
  ].filter(tool => !('name' in tool && gone.has(tool.name as string)))
  request.tool_choice = named.length === 0 ? 'none' : { type: 'allowed_tools', mode: choice, tools: named }
}

/** Returns the reference to one of OpenAI's own tools in a list of allowed tools. */
const referenceTo = ({ type, ...fields }: ResponsesTool): Record<string, unknown> => {
  const { server_label: label } = fields as { readonly server_label?: unknown }
  return { type, ...(label !== undefined && { server_label: label }) }
}

/**
 * Writes all texts of the instruction into `instructions`. A window that `/responses/compact` returned must be first in
 * the input, so no message may stand before it.
 */
export function emitAsInstructions(
  { agent, origins }: Setting<OpenAIRules>,
  request: ResponsesRequest,
): void {
  const runs = instructionTexts(agent, null).flatMap(({ runs }, index): Run[] =>
    index === 0 ? [...runs] : [['\n\n', 'c:join'], ...runs],
  )
  if (runs.length > 0) request.instructions = origins.joinRuns(request, 'instructions', runs)
}

/**
 * Writes the instruction. Texts that were imported as messages become messages. All other texts are joined by blank
 * lines into `instructions`. If the API places `instructions` after the input, where they are never cached, these texts
 * become messages too.
 */
function emitSystem(
  { agent, origins, counter, facts }: Setting<OpenAIRules>,
  request: ResponsesRequest,
  form: string | null,
  tally: HeadTally,
): InputMessage[] {
  const messages: InputMessage[] = []
  const runs: Run[] = []
  const leads = facts.rules.systemPlace === 'after-input' && !isStoredAtServer(agent)
  for (const piece of instructionTexts(agent, form)) {
    tally.addInstructionText(piece, addCounts(counter.text(piece.text), counter.message))
    const { role: given, name, place } = piece.extra?.format === format ? piece.extra.fields : {}
    if (name != null) tally.say(fieldsLeftBehind(['name'], [piece.origin]))
    const role = given ?? (leads && place !== instructionsPlace ? 'developer' : undefined)
    if (role === undefined) {
      if (runs.length > 0) runs.push(['\n\n', 'c:join'])
      for (const run of piece.runs) runs.push(run)
    } else {
      const allowed = facts.rules.developerRole ? role : 'system'
      const message = origins.recordWhole({ role: allowed, content: '' } as InputMessage, piece.origin)
      messages.push(Object.assign(message, { content: origins.joinRuns(message, 'content', piece.runs) }))
    }
  }
  if (runs.length > 0) request.instructions = origins.joinRuns(request, 'instructions', runs)
  return messages
}
