import { type Check, check, listOf, objectCheck, oneOf, text, trueOrFalse } from '../../form/check.ts'
import { countCheck } from '../../form/quantities.ts'
import { isObject } from '../../ir/json.ts'
import type { AnthropicRules, GeminiRules, OpenAIRules } from '../../ir/model.ts'

type Rules = keyof AnthropicRules | keyof GeminiRules | keyof OpenAIRules

const texts = listOf(text)
const isSetting = (value: unknown): boolean => typeof value === 'string' || Number.isInteger(value)

/** Check of the rule `effort`: OpenAI and Anthropic have a list of efforts, Google has a setting for each effort. */
const checkEfforts: Check = (value, at) => {
  if (isObject(value))
    objectCheck(Object.fromEntries(Object.keys(value).map(key => [key, setting])))(value, at)
  else texts(value, at)
}
const setting = check('a thinking level or a number of tokens', isSetting)
const budget = objectCheck({ least: countCheck('tokens'), most: countCheck('tokens'), off: trueOrFalse }, [
  'least',
  'most',
  'off',
])

const platforms = ['anthropic', 'google', 'bedrock', 'azure']
const onSome = objectCheck({ family: text, on: listOf(oneOf(platforms)) }, ['family', 'on'])
const checkReadableFamily: Check = (value, at) => (isObject(value) ? onSome : text)(value, at)

/** Check of each rule that a model's row may have, for all APIs. */
export const ruleChecks: { readonly [Name in Rules]-?: Check } = {
  allTurnsReasoning: trueOrFalse,
  budget: (value, at) => {
    if (value !== null) budget(value, at)
  },
  chatTools: trueOrFalse,
  compactEndpoint: trueOrFalse,
  compacts: listOf(oneOf(platforms)),
  configurationUpdate: trueOrFalse,
  developerRole: trueOrFalse,
  dialect: trueOrFalse,
  disabledEffortBlocked: texts,
  effort: checkEfforts,
  filesInResults: trueOrFalse,
  functions: trueOrFalse,
  json: trueOrFalse,
  jsonBesideTools: trueOrFalse,
  keepsThinking: oneOf(['all', 'last-turn']),
  midSystem: trueOrFalse,
  mixedTools: trueOrFalse,
  penalties: trueOrFalse,
  prefill: trueOrFalse,
  readable: listOf(checkReadableFamily),
  sampling: trueOrFalse,
  samplingAtNone: trueOrFalse,
  signatures: trueOrFalse,
  stop: trueOrFalse,
  structuredOutputs: trueOrFalse,
  system: trueOrFalse,
  systemPlace: oneOf(['after-input']),
  thinking: listOf(oneOf(['enabled', 'adaptive', 'disabled'])),
}
