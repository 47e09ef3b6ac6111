import type { CacheRules } from '../../../../ir/cache.ts'
import type { ModelFacts, ModelFile, ModelRow, OpenAIRules } from '../../../../ir/model.ts'
import { cacheRulesOf, type KnownFacts, modelFactsOf, sameFamily } from '../../../../target/facts.ts'
import file from '../../rows/models.json' with { type: 'json' }

const models = file as unknown as ModelFile<OpenAIRules>

/**
 * Returns the facts of an OpenAI model, for either API. `others` are the rules for models that the table does not list.
 */
export const openaiFacts = (
  model: string | null,
  rows?: readonly ModelRow[],
  others: Partial<OpenAIRules> = {},
): KnownFacts<OpenAIRules> => {
  const { unknown } = models
  return modelFactsOf(
    { ...models, unknown: { ...unknown, rules: { ...unknown.rules, ...others } } },
    model,
    rows,
  )
}

/** Whether facts describe a model that the table does not list: a deployment with its own name, or a new model. */
export const isUnlistedModel = ({ family }: ModelFacts<unknown>): boolean => family === models.unknown.family

/** Returns OpenAI's cache rules for a model; null for an unlisted model, which another provider may serve. */
export const openaiCache = (facts: ModelFacts<unknown>): CacheRules | null =>
  isUnlistedModel(facts) ? null : cacheRulesOf(models, facts)

/** Whether a model can read the reasoning that the model `producer` wrote (rule R5). */
export const readsReasoning = (
  facts: ModelFacts<OpenAIRules>,
  model: string | null,
  producer: string,
): boolean => sameFamily(models, producer, facts, model)

/** Whether a model may accept audio: it has `audio` in its name, or it is unlisted. */
export const mayAcceptAudio = (model: string): boolean => /audio/.test(model) || !openaiFacts(model).known
