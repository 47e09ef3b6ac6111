import type { CacheRules } from '../../../ir/cache.ts'
import type { ModelFacts, ModelFile, OpenAIRules } from '../../../ir/model.ts'
import { cacheRulesOf, factsOf, type KnownFacts, sameFamily } from '../../facts.ts'
import file from './models.json' with { type: 'json' }

const models = file as unknown as ModelFile<OpenAIRules>

/** The facts of an OpenAI model, on either API. */
export const openaiFacts = (model: string | null): KnownFacts<OpenAIRules> => factsOf(models, model)

/** Whether facts are those of a model that no table names: a deployment under the user's own name, or a new one. */
export const isUnknown = ({ family }: ModelFacts<unknown>): boolean => family === models.unknown.family

/** Returns OpenAI's cache rules for a model; null for an unknown one, which others may serve on this API. */
export const openaiCache = (facts: ModelFacts<unknown>): CacheRules | null =>
  isUnknown(facts) ? null : cacheRulesOf(models, facts)

/** Whether a model reads the reasoning that another wrote (R5). */
export const readsReasoning = (
  facts: ModelFacts<OpenAIRules>,
  model: string | null,
  producer: string,
): boolean => sameFamily(models, producer, facts, model)

/** Whether a model takes sound: of OpenAI's those that have it in their names, of others only they know. */
export const takesSound = (model: string): boolean => /audio/.test(model) || !openaiFacts(model).known
