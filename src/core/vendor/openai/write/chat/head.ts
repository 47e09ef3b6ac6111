import type { FunctionTool } from '../../../../agent/agent.ts'
import { settingDropped } from '../../../../diag/target.ts'
import { toolsImpossible } from '../../../../diag/tools.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { HeadTally } from '../../../../target/head.ts'
import type { Head, Setting } from '../../../../target/target.ts'
import { beginHead } from '../shared/begin-head.ts'
import { answerForm, countAnswerFormat, emitToolChoice } from '../shared/config.ts'
import { chatNumbers } from '../shared/numbers.ts'
import { emitSampling } from '../shared/sampling.ts'
import { emitTools, type FunctionDeclaration } from '../shared/tools.ts'
import type { ChatMessage, ChatRequest, ChatTool } from './request.ts'
import { requestForm } from './request-form.ts'
import { emitSystem } from './system.ts'

const format = 'openai-chat'

const mostStops = 4

/**
 * Writes everything in a request except its history. The system messages are returned separately, because they are
 * placed before the history.
 */
export function emitHead(setting: Setting<OpenAIRules>): {
  readonly request: ChatRequest
  readonly system: readonly ChatMessage[]
  readonly head: Head
} {
  const draft = beginHead<ChatRequest>(setting, requestForm, chatNumbers)
  const { request, tally, set, setNumber } = draft
  const { model, origins, config } = setting
  const answer = answerForm(setting, tally)
  const system = emitSystem(setting, answer.words, tally)
  const tools = emitTools(setting, format, tally, (declared, tool) => ({
    type: 'function',
    function: {
      ...chatFunction(declared, tool),
      ...(tool.extra?.format === format ? tool.extra.fields : {}),
    },
  })) as ChatTool[]
  if (tools.length > 0) request.tools = tools
  const effort = effortBesideTools(setting, tools.length > 0, emitSampling(setting, draft), tally)
  if (effort !== undefined) set('reasoning_effort', effort, 'reasoningEffort')
  const functions = tools.flatMap(tool => (tool.type === 'function' ? [tool.function.name] : []))
  const declared = { functions, any: tools.length > 0 }
  emitToolChoice(setting, declared, draft, name => ({ type: 'function', function: { name } }))
  setNumber('maxOutputTokens', setting.maxOutput)
  const stops = config.stopSequences ?? []
  if (stops.length > 0) {
    if (setting.facts.rules.stop) set('stop', stops.slice(0, mostStops), 'stopSequences')
    else tally.say(settingDropped('stopSequences', `${model ?? 'the model'} does not take them`))
    if (setting.facts.rules.stop && stops.length > mostStops)
      tally.say(
        settingDropped(
          'stopSequences',
          `the API accepts only ${mostStops}, so the first ${mostStops} were kept`,
        ),
      )
  }
  for (const key of ['seed', 'presencePenalty', 'frequencyPenalty'] as const) setNumber(key, config[key])
  if (answer.field !== null) {
    countAnswerFormat(setting, answer.field, tally)
    request.response_format = { type: 'json_schema', json_schema: answer.field as { name: string } }
    origins.recordKey(request, 'response_format', 'd:outputSchema')
  }
  return { request, system, head: tally.finishHead() }
}

/**
 * Returns a function's declaration. It contains `strict` only if the tool sets it, because a missing `strict` means
 * false in Chat Completions.
 */
function chatFunction({ strict, ...declared }: FunctionDeclaration, tool: FunctionTool): object {
  return tool.strict === undefined ? declared : { ...declared, strict }
}

/** Rule C9: in Chat, newer models support tools only with the effort `none`, and the newest support no tools. */
function effortBesideTools(
  setting: Setting<OpenAIRules>,
  tools: boolean,
  effort: string | undefined,
  tally: HeadTally,
): string | undefined {
  const { rules } = setting.facts
  const canRest = rules.effort.includes('none')
  if (!tools) return effort
  if (!rules.chatTools && !canRest) {
    tally.say(toolsImpossible(setting.model ?? 'the model'))
    return effort
  }
  if (!canRest) return effort
  if (effort !== undefined && effort !== 'none') {
    tally.say(
      settingDropped('reasoningEffort', 'in Chat Completions the model takes tools only without reasoning'),
    )
    return rules.chatTools ? undefined : 'none'
  }
  return rules.chatTools ? effort : 'none'
}
