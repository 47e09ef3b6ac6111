import type { CacheRules } from '../../../ir/cache.ts'
import type { AnthropicRules, ClaudePlatform, ModelFacts, ModelFile, ModelRow } from '../../../ir/model.ts'
import { cacheRulesOf, type KnownFacts, modelFactsOf } from '../../../target/facts.ts'
import { bareModel } from '../../rows/bare-model.ts'
import file from '../rows/models.json' with { type: 'json' }

const models = file as unknown as ModelFile<AnthropicRules>

/** Returns the facts of a Claude model. */
export const claudeFacts = (model: string | null, rows?: readonly ModelRow[]): KnownFacts<AnthropicRules> =>
  modelFactsOf(models, model, rows)

/** Returns the rules of Anthropic's cache for a model; null if it has no cache. */
export const claudeCache = (facts: ModelFacts<unknown>): CacheRules | null => cacheRulesOf(models, facts)

/** Platforms other than Anthropic that host Claude, by patterns of their model ids. */
const platforms: readonly (readonly [RegExp, ClaudePlatform])[] = [
  [/bedrock|^([a-z-]+\.)?anthropic\.claude/, 'bedrock'],
  [/vertex|google|publishers\/|@/, 'google'],
  [/azure|foundry/, 'azure'],
]

/** Returns the platform on which a model runs, by its id. */
export const platformOf = (model: string): ClaudePlatform =>
  platforms.find(([mark]) => mark.test(model.toLowerCase()))?.[1] ?? 'anthropic'

/** Platforms by patterns of the addresses at which they host Claude. */
const hosts: readonly (readonly [RegExp, ClaudePlatform])[] = [
  [/\.azure\.com(?:[:/]|$)/, 'azure'],
  [/\.googleapis\.com(?:[:/]|$)/, 'google'],
  [/\/\/bedrock/, 'bedrock'],
]

/** Returns the platform that an address belongs to; null if the address does not tell. */
export const platformOfAddress = (address: string): ClaudePlatform | null =>
  hosts.find(([mark]) => mark.test(address.toLowerCase()))?.[1] ?? null

/** Whether a model can read the thinking that the model `producer` wrote. */
export function readsThinking(
  facts: ModelFacts<AnthropicRules>,
  model: string | null,
  producer: string,
): boolean {
  const made = claudeFacts(producer)
  if (!made.known) return model !== null && bareModel(producer) === bareModel(model)
  const { family } = made.facts
  return (
    family === facts.family ||
    facts.rules.readable.some(entry =>
      typeof entry === 'string'
        ? entry === family
        : entry.family === family && entry.on.includes(platformOf(model ?? '')),
    )
  )
}

/** Size in tokens of the prompt that the API adds before declared tools. The size depends on `tool_choice`. */
export interface ToolPrompt {
  /** Tokens with `auto` or `none`. */
  readonly auto: number
  /** Tokens with `any` or `tool`. */
  readonly forced: number
  /** Upper bound in tokens; omitted if both other sizes are exact for the model. */
  readonly max?: number
}

const toolPrompts: ReadonlyMap<string, ToolPrompt> = new Map(Object.entries(file.toolPrompt.families))

/** Returns the size of the prompt that the API adds when a request declares tools, for a model family. */
export const toolPrompt = (family: string): ToolPrompt => toolPrompts.get(family) ?? file.toolPrompt.unknown
