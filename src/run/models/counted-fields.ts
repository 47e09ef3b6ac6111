import { objectOr } from '../../core/from/read.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import endpoints from '../../core/vendor/rows/count-endpoints.json' with { type: 'json' }

/** Returns the fields of a request that a provider's count of tokens takes. Others, such as `max_tokens`, are refused. */
export const countedFields = (provider: keyof typeof endpoints, body: JsonObject): JsonObject =>
  Object.fromEntries(endpoints[provider].fields.flatMap(name => (name in body ? [[name, body[name]]] : [])))

/** Reads a number of tokens in the answer of an API. Throws if there is none. */
export function tokensIn(answer: unknown, field: string): number {
  const tokens = objectOr(answer)[field]
  if (typeof tokens !== 'number') throw new Error(`the provider gave no ${field}`)
  return tokens
}
