import type { ModelRow, OpenAIRules } from '../../../../ir/model.ts'
import type { KnownFacts } from '../../../../target/facts.ts'
import type { Setting } from '../../../../target/target.ts'
import type { ReasoningReader } from '../../../../target/travel.ts'
import { claudeFacts, readsThinking } from '../../../anthropic/write/models.ts'
import { bareModel } from '../../../rows/bare-model.ts'
import { isOpenAIs, vendorOf } from '../../../rows/vendors.ts'
import { familyOf } from '../../read/dialects.ts'
import { openaiFacts, readsReasoning } from '../shared/models.ts'

/**
 * Returns the facts of a model that is called by Chat Completions. If another vendor serves the model, it may accept
 * the fields of that vendor's dialect.
 */
export function chatFacts(model: string | null, rows?: readonly ModelRow[]): KnownFacts<OpenAIRules> {
  if (model !== null && isOpenAIs(model)) return limitToChatLifetimes(openaiFacts(model, rows))
  // An unknown model is assumed to refuse these settings. A model of a known family accepts them.
  const open = model !== null && familyOf(bareModel(model)) !== null ? { sampling: true, stop: true } : {}
  const { facts, known } = limitToChatLifetimes(openaiFacts(model, rows, { ...open, dialect: true }))
  return { facts: { ...facts, rules: { ...facts.rules, dialect: true } }, known }
}

/** Returns the facts without the cache lifetimes that Chat Completions does not support. */
function limitToChatLifetimes({ facts, known }: KnownFacts<OpenAIRules>): KnownFacts<OpenAIRules> {
  const { chatTtl, ...cache } = facts.cache
  return chatTtl === undefined
    ? { facts, known }
    : { facts: { ...facts, cache: { ...cache, ttl: chatTtl } }, known }
}

/** Whether messages may have fields that OpenAI's own API does not accept, because another vendor serves the model. */
export const speaksDialect = ({ facts }: Setting<OpenAIRules>): boolean => facts.rules.dialect === true

/** Whether a model accepts the reasoning of the model `producer`, by the rules of the vendor behind the endpoint. */
function readsThought(model: string | null, producer: string): boolean {
  if (model === null || bareModel(model) === bareModel(producer)) return true
  const vendor = vendorOf(model)
  if (vendor === 'anthropic') return readsThinking(claudeFacts(model).facts, model, producer)
  if (vendor === 'openai') return readsReasoning(openaiFacts(model).facts, model, producer)
  const family = familyOf(bareModel(model))
  return family !== null && family === familyOf(bareModel(producer))
}

/** Returns the rules by which the endpoint's model reads other models' reasoning. */
export const chatReasoningReader = ({ model }: Setting<OpenAIRules>): ReasoningReader => ({
  format: 'openai-chat',
  model,
  reads: producer => readsThought(model, producer),
})
