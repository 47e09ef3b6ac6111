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

/**
 * Whether a request asks Claude to think within a budget, by Claude's own option or by a level that becomes a budget.
 */
function thinksByBudget(request: AISDKRequest, { rules }: Facts): boolean {
  if (rules.vendor !== 'anthropic') return false
  const asked = mode(request)
  if (asked !== undefined) return asksToThink(request)
  const { reasoning = 'none' } = request
  // Claude's own effort option takes precedence over a level.
  if (optionsOf(request, 'anthropic')?.effort !== undefined) return false
  return rules.levelsAreBudgets && reasoning !== 'none' && reasoning !== 'provider-default'
}

const holdsResults = ({ role, content }: ModelMessage): boolean =>
  role === 'tool' && content.some(({ type }) => type === 'tool-result')

/** Returns the answer that began the tool loop to be continued; undefined outside a loop. */
function loopStart(messages: readonly ModelMessage[]): AssistantMessage | undefined {
  let first: AssistantMessage | undefined
  let results = false
  // The converter joins results and the user's text after them into one message.
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

/** Whether an answer's first block is thinking; the converter drops the AI SDK's own parts. */
const beginsWithThought = ({ content }: AssistantMessage): boolean =>
  typeof content !== 'string' &&
  content.find(({ type }) => (type as string) !== 'custom')?.type === 'reasoning'

/** Whether a request with a thinking budget continues a tool loop that began without thinking (S19). */
export function lacksThinking(request: AISDKRequest, facts: Facts): boolean {
  const first = thinksByBudget(request, facts) ? loopStart(request.messages) : undefined
  return first !== undefined && !beginsWithThought(first)
}

/** Returns the options of a call without those that ask Claude to think. */
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

/** S19: drops the thinking settings if the tool loop began without thinking. */
export function thinkLater({ request, facts, note }: Draft<AISDKRequest, AISDKRules>): void {
  if (!lacksThinking(request, facts)) return
  const drop = (setting: string, at: string): void => {
    const say = () => settingDropped(setting, 'the unfinished tool loop began without it', at)
    note({ kind: `CX7012 ${setting}`, say, at })
  }
  if (request.providerOptions && mode(request) !== undefined) {
    request.providerOptions = withoutThinking(request.providerOptions)
    drop('thinking', 'd:extra.providerOptions')
  }
  // The reasoning level would turn thinking on again.
  if (!lacksThinking(request, facts)) return
  delete request.reasoning
  drop('reasoning', 'd:generateConfig.reasoningEffort')
}
