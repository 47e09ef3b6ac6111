import type { CacheRules } from '../../ir/cache.ts'
import type { AnthropicRules, ModelFacts, ModelFile } from '../../ir/model.ts'
import { bareModel, cacheRulesOf, factsOf, type KnownFacts } from '../facts.ts'
import file from './models.json' with { type: 'json' }

const models = file as unknown as ModelFile<AnthropicRules>

/** Returns the facts of a Claude model. */
export const claudeFacts = (model: string | null): KnownFacts<AnthropicRules> => factsOf(models, model)

/** Returns the rules of Anthropic's cache for a model; null if it has no cache. */
export const claudeCache = (facts: ModelFacts<unknown>): CacheRules | null => cacheRulesOf(models, facts)

/** Whether a model can read the thinking of `producer`. */
export function reads(facts: ModelFacts<AnthropicRules>, model: string | null, producer: string): boolean {
  const made = claudeFacts(producer)
  if (!made.known) return model !== null && bareModel(producer) === bareModel(model)
  return made.facts.family === facts.family || facts.rules.readable.includes(made.facts.family)
}

/** Tokens of the prompt that the API puts before declared tools, by the kind of `tool_choice`. */
export interface ToolPrompt {
  /** `auto` or `none`. */
  readonly auto: number
  /** `any` or `tool`. */
  readonly forced: number
  /** Upper bound; omitted if both figures are the model's own. */
  readonly max?: number
}

const toolPrompts: ReadonlyMap<string, ToolPrompt> = new Map(Object.entries(file.toolPrompt.families))

/** Returns the size of the prompt that the API adds for tools on models of a family. */
export const toolPrompt = (family: string): ToolPrompt => toolPrompts.get(family) ?? file.toolPrompt.unknown
