import type { GeminiRules } from '../../../ir/model.ts'
import type { SchemaNode } from '../../../schema/reshape/reshape.ts'
import type { AnswerForm } from '../../../target/answer.ts'
import { beginConfig, type ConfigDraft } from '../../../target/config-draft.ts'
import type { HeadTally } from '../../../target/head.ts'
import { emitNumbers } from '../../../target/numbers.ts'
import type { Setting } from '../../../target/target.ts'
import { toJson } from '../../../text/json.ts'
import { geminiNumbers, mostStops } from './numbers.ts'
import type { GeminiConfig } from './request.ts'
import { emitThinking } from './thinking.ts'
import { emitToolChoice } from './tool-choice.ts'
import { asUntypedConfig } from './wire.ts'

type Draft = ConfigDraft<GeminiConfig>

const penalties: ReadonlySet<string> = new Set(['presencePenalty', 'frequencyPenalty'])

/** Writes the generation settings that the model supports, after the tools; drops and reports the others. */
export function emitConfig(
  setting: Setting<GeminiRules>,
  request: GeminiConfig,
  form: AnswerForm<SchemaNode>,
  tally: HeadTally,
): void {
  const { config, facts, maxOutput, model, origins } = setting
  const draft = beginConfig(request, origins, tally)
  const { drop } = draft
  const whySettingIgnored = (key: string, value: number): string | null =>
    value !== 0 && penalties.has(key) && !facts.rules.penalties
      ? `${model ?? 'the model'} accepts no such setting`
      : null
  emitNumbers({ ...config, maxOutputTokens: maxOutput ?? undefined }, draft, geminiNumbers, whySettingIgnored)
  const stops = (config.stopSequences ?? []).filter(stop => stop !== '')
  if (stops.length > mostStops)
    drop('stopSequences', `the API accepts only ${mostStops}, so the first ${mostStops} were kept`)
  if (stops.length > 0) draft.set('stopSequences', stops.slice(0, mostStops), 'stopSequences')
  if (config.parallelToolCalls !== undefined) drop('parallelToolCalls', 'Gemini has no such setting')
  const thinking = emitThinking(setting, drop)
  if (thinking) draft.setFrom('thinkingConfig', thinking, thinkingOrigin(setting))
  emitToolChoice(setting, draft)
  if (form.field === null) keepImportedJson(setting, draft, form)
  else emitForm(setting, draft, form.field)
}

const thinkingOrigin = ({ config }: Setting<GeminiRules>): string =>
  config.reasoningEffort === undefined ? 'd:extra.thinkingConfig' : 'd:generateConfig.reasoningEffort'

const json = 'application/json'

/** Writes the format of the answer, which replaces an imported one. */
function emitForm(
  { counter }: Setting<GeminiRules>,
  { request, tally, setFrom, drop }: Draft,
  form: SchemaNode,
): void {
  if (asUntypedConfig(request).responseSchema !== undefined) {
    delete (request as { responseSchema?: unknown }).responseSchema
    drop('responseSchema', 'the output schema replaces it', 'd:extra.responseSchema')
  }
  setFrom('responseMimeType', json, 'd:outputSchema')
  setFrom('responseJsonSchema', form, 'd:outputSchema')
  tally.addDeclaration('schema', 'd:outputSchema', { ...counter.text(toJson(form)), exact: false })
}

/**
 * Keeps the imported setting for a JSON answer without a schema if the model supports it in this request; else drops
 * it.
 */
function keepImportedJson(
  { facts, model }: Setting<GeminiRules>,
  { request, drop }: Draft,
  { words }: AnswerForm<SchemaNode>,
): void {
  if (request.responseMimeType !== json) return
  const { json: gives, jsonBesideTools } = facts.rules
  if (gives && (jsonBesideTools || !request.tools?.length) && words === null) return
  delete request.responseMimeType
  if (words !== null) return
  const why = `${model ?? 'the model'} cannot answer in JSON${gives ? ' together with tools' : ''}`
  drop('responseMimeType', why, 'd:extra.responseMimeType')
}
