import { settingDropped } from '../../diag/target.ts'
import type { ModelFacts } from '../../ir/model.ts'
import type { Draft } from '../rule.ts'
import type { AISDKRules } from './models.ts'
import { namesOf, optionsOf } from './owner.ts'
import type { AISDKRequest, AssistantMessage, ModelMessage, ProviderOptions } from './request.ts'

type Facts = ModelFacts<AISDKRules>

const mode = (request: object): unknown =>
  (optionsOf(request, 'anthropic')?.thinking as { readonly type?: unknown } | undefined)?.type

/** Whether a call's options ask Claude to think within a budget. */
export const asksToThink = (request: object): boolean => mode(request) === 'enabled'

/** Whether the request asks Claude to think within a budget, by its own option or by a level that becomes one. */
function thinksByBudget(request: AISDKRequest, { rules }: Facts): boolean {
  if (rules.vendor !== 'anthropic') return false
  const asked = mode(request)
  if (asked !== undefined) return asksToThink(request)
  const { reasoning = 'none' } = request
  // An effort of its own goes before a level.
  if (optionsOf(request, 'anthropic')?.effort !== undefined) return false
  return rules.levelsAreBudgets && reasoning !== 'none' && reasoning !== 'provider-default'
}

const holdsResults = ({ role, content }: ModelMessage): boolean =>
  role === 'tool' && content.some(({ type }) => type === 'tool-result')

/** The answer that began the tool loop which the next one continues; undefined outside a loop. */
function loopStart(messages: readonly ModelMessage[]): AssistantMessage | undefined {
  let first: AssistantMessage | undefined
  let results = false
  // The converter joins results and what the user said behind them to one message.
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

/** Whether an answer's first block is thinking: the converter leaves out parts that are the AI SDK's own. */
const beginsWithThought = ({ content }: AssistantMessage): boolean =>
  typeof content !== 'string' &&
  content.find(({ type }) => (type as string) !== 'custom')?.type === 'reasoning'

/** S19: with a budget for thinking, the tool loop that goes on must have begun with thinking. */
export function lacksThinking(request: AISDKRequest, facts: Facts): boolean {
  const first = thinksByBudget(request, facts) ? loopStart(request.messages) : undefined
  return first !== undefined && !beginsWithThought(first)
}

/** The options of a call without those that ask Claude to think. */
export function withoutThinking(options: ProviderOptions): ProviderOptions {
  const names = namesOf('anthropic')
  return Object.fromEntries(
    Object.entries(options).map(([name, own]) => {
      if (!names.includes(name)) return [name, own]
      const { thinking: _, ...rest } = own
      return [name, rest]
    }),
  )
}

/** S19: a loop that began without thinking goes on without. */
export function thinkLater({ request, facts, note }: Draft<AISDKRequest, AISDKRules>): void {
  if (!lacksThinking(request, facts)) return
  const drop = (setting: string, at: string): void => {
    const say = () => settingDropped(setting, 'the tool loop that goes on began without it', at)
    note({ kind: `CX7012 ${setting}`, say, at })
  }
  if (request.providerOptions && mode(request) !== undefined) {
    request.providerOptions = withoutThinking(request.providerOptions)
    drop('thinking', 'd:extra.providerOptions')
  }
  // A level would ask for thinking again.
  if (!lacksThinking(request, facts)) return
  delete request.reasoning
  drop('reasoning', 'd:generateConfig.reasoningEffort')
}
