import type { GenerateConfig } from '../agent/agent.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import { settingDropped } from '../diag/target.ts'
import { describe } from '../form/describe.ts'
import type { Raw } from './read.ts'

const isText = (value: unknown): boolean => typeof value === 'string'

/** Types of settings, each with a description for diagnostics and a check. */
const kinds = {
  number: ['a finite number', Number.isFinite],
  texts: ['a text or a list of texts', (value: unknown) => isText(value) || isTexts(value)],
  flag: ['true or false', (value: unknown) => typeof value === 'boolean'],
  word: ['a text', isText],
} as const

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

type Setting = readonly [setting: keyof GenerateConfig, kind: keyof typeof kinds]

/** Settings common to several APIs, by their names in a request. */
const settings: Readonly<Record<string, Setting>> = {
  temperature: ['temperature', 'number'],
  top_p: ['topP', 'number'],
  topP: ['topP', 'number'],
  top_k: ['topK', 'number'],
  topK: ['topK', 'number'],
  max_tokens: ['maxOutputTokens', 'number'],
  max_completion_tokens: ['maxOutputTokens', 'number'],
  max_output_tokens: ['maxOutputTokens', 'number'],
  maxOutputTokens: ['maxOutputTokens', 'number'],
  maxTokens: ['maxOutputTokens', 'number'],
  stop: ['stopSequences', 'texts'],
  stop_sequences: ['stopSequences', 'texts'],
  stopSequences: ['stopSequences', 'texts'],
  seed: ['seed', 'number'],
  presence_penalty: ['presencePenalty', 'number'],
  presencePenalty: ['presencePenalty', 'number'],
  frequency_penalty: ['frequencyPenalty', 'number'],
  frequencyPenalty: ['frequencyPenalty', 'number'],
  parallel_tool_calls: ['parallelToolCalls', 'flag'],
  reasoning_effort: ['reasoningEffort', 'word'],
}

/** Returns a diagnostic for each of a request's settings that was dropped because its value has the wrong type. */
export const reportInvalidSettings = (request: Raw): readonly Diagnostic[] =>
  Object.entries(settings).flatMap(([field, [setting, kind]]) => {
    const value = request[field] ?? null
    const [what, is] = kinds[kind]
    return value === null || is(value)
      ? []
      : [settingDropped(field, `it must be ${what}, got ${describe(value)}`, `d:generateConfig.${setting}`)]
  })
