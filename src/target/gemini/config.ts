import type { ToolChoice } from '../../agent/agent.ts'
import { settingDropped } from '../../diag/target.ts'
import { isObject, type JsonObject } from '../../ir/json.ts'
import type { GeminiRules } from '../../ir/model.ts'
import { toJson } from '../../text/json.ts'
import { copyJson } from '../../text/well-formed.ts'
import type { AnswerForm } from '../answer.ts'
import type { HeadTally } from '../head.ts'
import type { SchemaNode } from '../reshape/reshape.ts'
import type { Setting } from '../target.ts'
import { mostStops, numberSettings, refusedNumber } from './numbers.ts'
import type { GeminiConfig } from './request.ts'
import { emitThinking } from './thinking.ts'
import { declaredFunctions, untyped } from './wire.ts'

/** Puts a setting into the request; `from` is the declaration behind it. */
type Set = (key: string, value: unknown, from: string) => void
type Drop = (key: string, why: string, at?: string) => void

const penalties: ReadonlySet<string> = new Set(['presencePenalty', 'frequencyPenalty'])

/** The settings of generation, as far as the model takes them. The tools are in the request already. */
export function emitConfig(
  setting: Setting<GeminiRules>,
  request: GeminiConfig,
  form: AnswerForm<SchemaNode>,
  tally: HeadTally,
): void {
  const { config, facts, model, origins, maxOutput } = setting
  const name = model ?? 'the model'
  const set: Set = (key, value, from) => {
    ;(request as Record<string, unknown>)[key] = value
    origins.key(request, key, from)
  }
  const drop: Drop = (key, why, at) => tally.say(settingDropped(key, why, at))
  for (const key of numberSettings) {
    const value = key === 'maxOutputTokens' ? (maxOutput ?? undefined) : config[key]
    if (value === undefined) continue
    const idle = value !== 0 && penalties.has(key) && !facts.rules.penalties
    const why = refusedNumber(key, value) ?? (idle ? `${name} takes none` : null)
    if (why === null) set(key, value, `d:generateConfig.${key}`)
    else drop(key, why)
  }
  const stops = (config.stopSequences ?? []).filter(stop => stop !== '')
  if (stops.length > mostStops) drop('stopSequences', `the API takes only ${mostStops}, the first ones`)
  if (stops.length > 0) set('stopSequences', stops.slice(0, mostStops), 'd:generateConfig.stopSequences')
  if (config.parallelToolCalls !== undefined) drop('parallelToolCalls', 'Gemini has no such setting')
  const thinking = emitThinking(setting, drop)
  if (thinking) set('thinkingConfig', thinking, thinkingOrigin(setting))
  emitToolChoice(setting, request, set, drop)
  emitForm(setting, request, form, tally, set, drop)
}

const thinkingOrigin = ({ config }: Setting<GeminiRules>): string =>
  config.reasoningEffort === undefined ? 'd:extra.thinkingConfig' : 'd:generateConfig.reasoningEffort'

function emitToolChoice(
  { agent, config: { toolChoice }, names }: Setting<GeminiRules>,
  request: GeminiConfig,
  set: Set,
  drop: Drop,
): void {
  const given = agent.extra?.format === 'gemini' ? agent.extra.fields.toolConfig : undefined
  const { functionCallingConfig, ...beside } = isObject(given) ? copyJson(given) : {}
  const functions = declaredFunctions(request)
  const calling =
    toolChoice === undefined
      ? importedChoice(functionCallingConfig, functions, names.toWire)
      : wireChoice(toolChoice, functions, names.toWire)
  const lost = calling === null || (calling !== undefined && functions.length === 0)
  if (lost && toolChoice === undefined)
    drop('toolConfig', 'none of its functions is declared', 'd:extra.toolConfig')
  else if (lost && toolChoice !== 'auto' && toolChoice !== 'none')
    drop('toolChoice', functions.length === 0 ? 'no functions are declared' : 'the tool is not declared')
  const wire = { ...beside, ...(calling && !lost && { functionCallingConfig: calling }) }
  if (Object.keys(wire).length === 0) return
  set('toolConfig', wire, toolChoice === undefined ? 'd:extra.toolConfig' : 'd:generateConfig.toolChoice')
}

type ToWire = (name: string) => string

/** A choice that one of the declared functions can fulfil; null for any other. */
function wireChoice(choice: ToolChoice, functions: readonly string[], toWire: ToWire): JsonObject | null {
  if (choice === 'auto' || choice === 'none') return { mode: choice.toUpperCase() }
  if (choice === 'required') return { mode: 'ANY' }
  const name = toWire(choice.tool)
  return functions.includes(name) ? { mode: 'ANY', allowedFunctionNames: [name] } : null
}

/** A choice that only this API has: some of the functions, or validated calls. */
function importedChoice(
  given: unknown,
  functions: readonly string[],
  toWire: ToWire,
): JsonObject | null | undefined {
  if (!isObject(given)) return undefined
  const { mode, allowedFunctionNames: allowed } = given
  if (mode !== 'ANY' && mode !== 'VALIDATED') return undefined
  if (!Array.isArray(allowed)) return { mode }
  const known = allowed.filter(name => typeof name === 'string').map(toWire)
  const declared = known.filter(name => functions.includes(name))
  return declared.length > 0 ? { mode, allowedFunctionNames: declared } : null
}

const json = 'application/json'

/** The form of the answer; JSON without one where that was asked for and the model gives it. */
function emitForm(
  { facts, counter, model }: Setting<GeminiRules>,
  request: GeminiConfig,
  { field, words }: AnswerForm<SchemaNode>,
  tally: HeadTally,
  set: Set,
  drop: Drop,
): void {
  if (field === null) {
    if (request.responseMimeType !== json) return
    const { json: gives, jsonBesideTools } = facts.rules
    if (gives && (jsonBesideTools || !request.tools?.length) && words === null) return
    delete request.responseMimeType
    const why = `${model ?? 'the model'} gives no JSON${gives ? ' beside tools' : ''}`
    return words === null ? drop('responseMimeType', why, 'd:extra.responseMimeType') : undefined
  }
  if (untyped(request).responseSchema !== undefined) {
    delete (request as { responseSchema?: unknown }).responseSchema
    drop('responseSchema', 'the output schema takes its place', 'd:extra.responseSchema')
  }
  set('responseMimeType', json, 'd:outputSchema')
  set('responseJsonSchema', field, 'd:outputSchema')
  tally.add('schema', 'd:outputSchema', { ...counter.text(toJson(field)), exact: false })
}
