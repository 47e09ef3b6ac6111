import type { ModelFacts, OpenAIRules } from '../../../../ir/model.ts'

/** Fields that make a request continue what the server holds, or have it compact the input by itself. */
const held = ['previous_response_id', 'conversation', 'context_management']

/** Fields of a request that `/responses/compact` takes too. Source: openai 7.59.0 `ResponseCompactParams`. */
const taken = ['model', 'input', 'prompt_cache_key', 'service_tier']

/**
 * Returns the body that asks `/responses/compact` for a compaction of the input of a request; null if the model has
 * none, or the server holds a part of the conversation.
 */
export function responsesCompactionRequest(
  request: object,
  { rules }: ModelFacts<OpenAIRules>,
): object | null {
  const fields = request as Readonly<Record<string, unknown>>
  if (rules.compactEndpoint !== true || held.some(name => fields[name] != null)) return null
  return Object.fromEntries(taken.flatMap(name => (fields[name] == null ? [] : [[name, fields[name]]])))
}
