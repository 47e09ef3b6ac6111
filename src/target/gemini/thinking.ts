import { isObject, type JsonObject } from '../../ir/json.ts'
import type { GeminiRules, ModelFacts } from '../../ir/model.ts'
import { copyJson } from '../../text/well-formed.ts'
import type { Report } from '../rule.ts'
import type { Setting } from '../target.ts'
import type { GeminiRequest } from './request.ts'
import { untyped } from './wire.ts'

type Drop = (key: string, why: string, at?: string) => void

/** As much as the model takes. */
const dynamic = -1

function takesBudget({ rules: { budget } }: ModelFacts<GeminiRules>, value: unknown): boolean {
  if (budget === null || typeof value !== 'number' || !Number.isSafeInteger(value)) return false
  return value === dynamic || (value === 0 ? budget.off : value >= budget.least && value <= budget.most)
}

const levelsOf = ({ rules }: ModelFacts<GeminiRules>): unknown[] =>
  Object.values(rules.effort).filter(asked => typeof asked === 'string')

/** Returns the thinking settings: imported ones as far as the model takes them, and the effort asked for. */
export function emitThinking(
  { agent, config, facts, model }: Setting<GeminiRules>,
  drop: Drop,
): JsonObject | undefined {
  const name = model ?? 'the model'
  const given = agent.extra?.format === 'gemini' ? agent.extra.fields.thinkingConfig : undefined
  const { thinkingBudget, thinkingLevel: _, ...beside } = isObject(given) ? copyJson(given) : {}
  const thinking: Record<string, unknown> = facts.reasoning ? beside : {}
  if (!facts.reasoning && given !== undefined)
    drop('thinkingConfig', `${name} does not think`, 'd:extra.thinkingConfig')
  const { reasoningEffort } = config
  const asked =
    reasoningEffort !== undefined && Object.hasOwn(facts.rules.effort, reasoningEffort)
      ? facts.rules.effort[reasoningEffort]
      : undefined
  if (typeof asked === 'string') thinking.thinkingLevel = asked
  else if (asked !== undefined) thinking.thinkingBudget = asked
  else if (reasoningEffort !== undefined)
    drop('reasoningEffort', `${name} does not know '${reasoningEffort}'`)
  if (thinkingBudget !== undefined && facts.reasoning) {
    if (asked !== undefined) drop('thinkingBudget', 'reasoningEffort says the same', 'd:extra.thinkingConfig')
    else if (!takesBudget(facts, thinkingBudget))
      drop(
        'thinkingBudget',
        `${name} does not take ${JSON.stringify(thinkingBudget)}`,
        'd:extra.thinkingConfig',
      )
    else thinking.thinkingBudget = thinkingBudget
  }
  return Object.keys(thinking).length > 0 ? (thinking as JsonObject) : undefined
}

/** G16: thinking is asked for in one way, and in one that the model takes. */
export function checkThinking(
  { config }: GeminiRequest,
  report: Report,
  facts: ModelFacts<GeminiRules>,
): void {
  const { thinkingBudget, thinkingLevel } = untyped(config).thinkingConfig ?? {}
  const at = '/config/thinkingConfig'
  if (thinkingBudget !== undefined && thinkingLevel !== undefined)
    report(at, 'a budget and a level do not go together')
  else if (thinkingBudget !== undefined && !takesBudget(facts, thinkingBudget))
    report(`${at}/thinkingBudget`, 'the model does not take this budget')
  else if (thinkingLevel !== undefined && !levelsOf(facts).includes(thinkingLevel))
    report(`${at}/thinkingLevel`, 'the model does not take this level')
}
