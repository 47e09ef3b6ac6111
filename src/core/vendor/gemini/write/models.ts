import type { CacheRules } from '../../../ir/cache.ts'
import type { GeminiRules, ModelFacts, ModelFile, ModelRow } from '../../../ir/model.ts'
import { cacheRulesOf, type KnownFacts, modelFactsOf, sameFamily } from '../../../target/facts.ts'
import file from '../rows/models.json' with { type: 'json' }

const models = file as unknown as ModelFile<GeminiRules>

/** Returns the facts of a Gemini model, or of one of Google's open models. */
export const geminiFacts = (model: string | null, rows?: readonly ModelRow[]): KnownFacts<GeminiRules> =>
  modelFactsOf(models, model, rows)

/** Returns the rules of Google's cache for a model; null if it has no cache. */
export const geminiCache = (facts: ModelFacts<unknown>): CacheRules | null => cacheRulesOf(models, facts)

/**
 * Whether a model accepts a signature that the model `producer` made. Models accept only signatures of their own
 * family, and otherwise fail (`Corrupted thought signature`).
 */
export const readsSeal = (facts: ModelFacts<GeminiRules>, model: string | null, producer: string): boolean =>
  sameFamily(models, producer, facts, model)
