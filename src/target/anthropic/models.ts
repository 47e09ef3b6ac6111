import type { CacheRules } from '../../ir/cache.ts'
import type { AnthropicRules, ModelFacts, ModelFile } from '../../ir/model.ts'
import { bareModel, cacheRulesOf, factsOf, type KnownFacts } from '../facts.ts'
import file from './models.json' with { type: 'json' }

const models = file as unknown as ModelFile<AnthropicRules>

/** The facts of a Claude model. */
export const claudeFacts = (model: string | null): KnownFacts<AnthropicRules> => factsOf(models, model)

/** Returns the rules of Anthropic's cache for a model; null where it has none. */
export const claudeCache = (facts: ModelFacts<unknown>): CacheRules | null => cacheRulesOf(models, facts)

/** Whether a model reads the thinking that another wrote. */
export function reads(facts: ModelFacts<AnthropicRules>, model: string | null, producer: string): boolean {
  const made = claudeFacts(producer)
  if (!made.known) return model !== null && bareModel(producer) === bareModel(model)
  return made.facts.family === facts.family || facts.rules.readable.includes(made.facts.family)
}

/** Tokens of the prompt that the API puts before declared tools, by what `tool_choice` asks for. */
export interface ToolPrompt {
  /** `auto` or `none`. */
  readonly auto: number
  /** `any` or `tool`. */
  readonly forced: number
  /** Left out where both figures are the model's own. */
  readonly max?: number
}

const toolPrompts: ReadonlyMap<string, ToolPrompt> = new Map(Object.entries(file.toolPrompt.families))

/** The prompt that the API adds for tools on models of a family. */
export const toolPrompt = (family: string): ToolPrompt => toolPrompts.get(family) ?? file.toolPrompt.unknown
