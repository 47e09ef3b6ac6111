import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { GeminiRules, ModelFacts } from '../../../ir/model.ts'
import type { Drop } from '../../../target/config-draft.ts'
import type { Report } from '../../../target/rule.ts'
import type { Setting } from '../../../target/target.ts'
import { copyJson } from '../../../text/well-formed.ts'
import type { GeminiRequest } from './request.ts'
import { asUntypedConfig } from './wire.ts'

/** Budget value that lets the model decide how much to think. */
const dynamic = -1

function takesBudget({ rules: { budget } }: ModelFacts<GeminiRules>, value: unknown): boolean {
  if (budget === null || typeof value !== 'number' || !Number.isSafeInteger(value)) return false
  return value === dynamic || (value === 0 ? budget.off : value >= budget.least && value <= budget.most)
}

const levelsOf = ({ rules }: ModelFacts<GeminiRules>): unknown[] =>
  Object.values(rules.effort).filter(asked => typeof asked === 'string')

/** Returns the level or the budget for the requested effort; undefined if the model does not support the effort. */
function askedThinking({ config: { reasoningEffort }, facts }: Setting<GeminiRules>): unknown {
  const { effort } = facts.rules
  return reasoningEffort !== undefined && Object.hasOwn(effort, reasoningEffort)
    ? effort[reasoningEffort]
    : undefined
}

/** Returns the thinking settings: the imported ones that the model supports, with the requested effort. */
export function emitThinking(setting: Setting<GeminiRules>, drop: Drop): JsonObject | undefined {
  const { agent, config, facts, model } = setting
  const name = model ?? 'the model'
  const given = agent.extra?.format === 'gemini' ? agent.extra.fields.thinkingConfig : undefined
  const { thinkingBudget, thinkingLevel: _, ...beside } = isObject(given) ? copyJson(given) : {}
  const thinking: Record<string, unknown> = facts.reasoning ? beside : {}
  if (!facts.reasoning && given !== undefined)
    drop('thinkingConfig', `${name} does not think`, 'd:extra.thinkingConfig')
  const asked = askedThinking(setting)
  if (typeof asked === 'string') thinking.thinkingLevel = asked
  else if (asked !== undefined) thinking.thinkingBudget = asked
  else if (config.reasoningEffort !== undefined)
    drop('reasoningEffort', `${name} does not accept '${config.reasoningEffort}'`)
  if (thinkingBudget !== undefined && facts.reasoning) {
    const why = whyBudgetRefused(setting, thinkingBudget, asked)
    if (why === null) thinking.thinkingBudget = thinkingBudget
    else drop('thinkingBudget', why, 'd:extra.thinkingConfig')
  }
  return Object.keys(thinking).length > 0 ? (thinking as JsonObject) : undefined
}

/** Returns why an imported thinking budget is dropped; null if it is kept. */
function whyBudgetRefused(
  { facts, model }: Setting<GeminiRules>,
  budget: unknown,
  asked: unknown,
): string | null {
  if (asked !== undefined) return 'reasoningEffort says the same'
  return takesBudget(facts, budget) ? null : `${model ?? 'the model'} does not take ${JSON.stringify(budget)}`
}

/** Checks rule G16: thinking is set by a budget or a level, not both, to a value that the model supports. */
export function checkThinking(
  { config }: GeminiRequest,
  report: Report,
  facts: ModelFacts<GeminiRules>,
): void {
  const { thinkingBudget, thinkingLevel } = asUntypedConfig(config).thinkingConfig ?? {}
  const at = '/config/thinkingConfig'
  if (thinkingBudget !== undefined && thinkingLevel !== undefined)
    report(at, 'a budget and a level do not go together')
  else if (thinkingBudget !== undefined && !takesBudget(facts, thinkingBudget))
    report(`${at}/thinkingBudget`, 'the model does not take this budget')
  else if (thinkingLevel !== undefined && !levelsOf(facts).includes(thinkingLevel))
    report(`${at}/thinkingLevel`, 'the model does not take this level')
}
