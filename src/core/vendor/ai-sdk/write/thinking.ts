import { settingDropped } from '../../../diag/target.ts'
import { isObject } from '../../../ir/json.ts'
import type { ModelFacts } from '../../../ir/model.ts'
import type { Draft } from '../../../target/rule.ts'
import { optionsUnder } from '../rows/options.ts'
import { type PackageRow, packageRows } from '../rows/packages.ts'
import type { AISDKRules } from './models.ts'
import type { AISDKRequest, AssistantMessage, ModelMessage, ProviderOptions } from './request.ts'

type Facts = ModelFacts<AISDKRules>

/** Options that request thinking with a budget, each with the provider name under which it is stored. */
const thinkingOptions = packageRows.flatMap(({ options, reasoning: { budget } }) =>
  budget === undefined ? [] : options.map(name => ({ name, budget })),
)

/** Returns the thinking mode in a call's options under one provider name; undefined if the options set none. */
function thinkingModeUnder(request: object, name: string, budget: string): unknown {
  const asked = optionsUnder(request, [name])?.[budget]
  return isObject(asked) ? asked.type : undefined
}

/** Returns the thinking mode in the call's options that a package reads. */
const thinkingModeIn = (request: object, { options, reasoning: { budget } }: PackageRow): unknown =>
  budget === undefined
    ? undefined
    : options.map(name => thinkingModeUnder(request, name, budget)).find(value => value !== undefined)

/** Whether a call's options request thinking with a budget from any package. */
export const asksToThink = (request: object): boolean =>
  thinkingOptions.some(({ name, budget }) => thinkingModeUnder(request, name, budget) === 'enabled')

/**
 * Whether Claude will think with a budget, either by Claude's own option or by a level that the converter turns into a
 * budget.
 */
function thinksByBudget(request: AISDKRequest, { rules }: Facts): boolean {
  if (rules.vendor !== 'anthropic') return false
  const asked = thinkingModeIn(request, rules.reader)
  if (asked !== undefined) return asked === 'enabled'
  const { reasoning = 'none' } = request
  // Claude's own effort option takes precedence over a level.
  if (optionsUnder(request, rules.reader.options)?.effort !== undefined) return false
  return rules.levelsAreBudgets && reasoning !== 'none' && reasoning !== 'provider-default'
}

const holdsResults = ({ role, content }: ModelMessage): boolean =>
  role === 'tool' && content.some(({ type }) => type === 'tool-result')

/** Returns the answer that began the current tool loop; undefined if the messages end outside a loop. */
function loopStart(messages: readonly ModelMessage[]): AssistantMessage | undefined {
  let first: AssistantMessage | undefined
  let results = false
  // The converter joins results with the user's text after them into one message, so the text does not end the loop.
  for (const message of messages.toReversed()) {
    if (message.role !== 'assistant') {
      results ||= holdsResults(message)
      continue
    }
    if (!results) break
    first = message
    results = false
  }
  return first
}

/**
 * Whether an answer's first block is thinking. The AI SDK's own `custom` parts are skipped, as the converter drops
 * them.
 */
const beginsWithThought = ({ content }: AssistantMessage): boolean =>
  typeof content !== 'string' &&
  content.find(({ type }) => (type as string) !== 'custom')?.type === 'reasoning'

/** Whether a request with a thinking budget continues a tool loop that began without thinking (rule S19). */
export function lacksThinking(request: AISDKRequest, facts: Facts): boolean {
  const first = thinksByBudget(request, facts) ? loopStart(request.messages) : undefined
  return first !== undefined && !beginsWithThought(first)
}

/** Returns a call's options without those that request thinking with a budget. */
export function withoutThinking(options: ProviderOptions): ProviderOptions {
  return Object.fromEntries(
    Object.entries(options).map(([name, own]) => {
      const budgets = thinkingOptions.flatMap(option => (option.name === name ? [option.budget] : []))
      const kept = Object.entries(own).filter(([key]) => !budgets.includes(key))
      return [name, kept.length === Object.keys(own).length ? own : Object.fromEntries(kept)]
    }),
  )
}

/** Rule S19: drops the thinking settings if the current tool loop began without thinking. */
export function dropLateThinking({ request, facts, note }: Draft<AISDKRequest, AISDKRules>): void {
  if (!lacksThinking(request, facts)) return
  const dropSetting = (setting: string, at: string): void => {
    const describeDrop = () => settingDropped(setting, 'the unfinished tool loop began without it', at)
    note({ kind: `CX7012 ${setting}`, say: describeDrop, at })
  }
  const { budget = 'thinking' } = facts.rules.reader.reasoning
  if (request.providerOptions && thinkingModeIn(request, facts.rules.reader) !== undefined) {
    request.providerOptions = withoutThinking(request.providerOptions)
    dropSetting(budget, 'd:extra.providerOptions')
  }
  // The reasoning level alone would still enable thinking.
  if (!lacksThinking(request, facts)) return
  delete request.reasoning
  dropSetting('reasoning', 'd:generateConfig.reasoningEffort')
}
