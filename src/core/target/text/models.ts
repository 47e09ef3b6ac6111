import type { ModelFacts, ModelRow } from '../../ir/model.ts'
import { claudeFacts } from '../../vendor/anthropic/write/models.ts'
import { geminiFacts } from '../../vendor/gemini/write/models.ts'
import { openaiFacts } from '../../vendor/openai/write/shared/models.ts'
import { vendorOf } from '../../vendor/rows/vendors.ts'
import { type KnownFacts, modelFactsOf } from '../facts.ts'

/** Facts about a model whose vendor is in no table. */
const anyModel: ModelFacts<unknown> = {
  vendor: 'unknown',
  family: 'unknown',
  window: null,
  output: null,
  encoding: null,
  reasoning: false,
  cache: { minimum: null, mode: 'implicit' },
  image: { estimate: 0, max: 0 },
  rules: {},
}

/** Returns the facts about a model of any vendor. */
export function factsOfAny(model: string | null, rows?: readonly ModelRow[]): KnownFacts<unknown> {
  const vendor = model === null ? null : vendorOf(model)
  if (vendor === 'openai') return openaiFacts(model, rows)
  if (vendor === 'anthropic') return claudeFacts(model, rows)
  if (vendor === 'google') return geminiFacts(model, rows)
  return modelFactsOf({ models: [], unknown: anyModel }, model, rows)
}
