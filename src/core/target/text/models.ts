import type { ModelFacts, ModelRow } from '../../ir/model.ts'
import { claudeFacts } from '../../vendor/anthropic/write/models.ts'
import { geminiFacts } from '../../vendor/gemini/write/models.ts'
import { openaiFacts } from '../../vendor/openai/write/shared/models.ts'
import { vendorOf } from '../../vendor/rows/vendors.ts'
import { factsOf, type KnownFacts } from '../facts.ts'

/** Facts of a model whose vendor no table knows. */
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

/** Returns the facts of any vendor's model. */
export function factsOfAny(model: string | null, rows?: readonly ModelRow[]): KnownFacts<unknown> {
  const vendor = model === null ? null : vendorOf(model)
  if (vendor === 'openai') return openaiFacts(model, rows)
  if (vendor === 'anthropic') return claudeFacts(model, rows)
  if (vendor === 'google') return geminiFacts(model, rows)
  return factsOf({ models: [], unknown: anyModel }, model, rows)
}
