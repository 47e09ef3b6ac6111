import type { AnthropicFacts, SamplingFact } from '../facts.ts'
import { type Fields, fieldsOf, listOfShape, textOfShape } from '../shape.ts'
import { collectViolations, type Violation } from '../violation.ts'
import { checkBlocks } from './blocks.ts'
import { checkBody } from './body.ts'
import { checkCache } from './cache.ts'
import type { Check } from './check.ts'
import { claudeFacts } from './facts.ts'
import { checkManagement } from './management.ts'
import type { ThinkingMemory } from './memory.ts'
import { checkOrder } from './order.ts'
import { checkPairs } from './pairs.ts'
import { checkPrewarm, checkSampling, checkThinkingMode } from './params.ts'
import { checkSchemas } from './schema.ts'
import { checkServerPairs } from './server-pairs.ts'
import { checkSizes } from './sizes.ts'
import { checkThinkingHistory, type ProducerOf } from './thinking.ts'
import { checkTools } from './tools.ts'
import { mergeTurns, readTurns } from './turn.ts'

/** Facts for the checks that the request itself does not contain. */
export interface AnthropicOptions {
  readonly facts: Partial<AnthropicFacts & { readonly sampling: SamplingFact }>
  readonly memory: ThinkingMemory | null
  readonly producerOf: ProducerOf | null
}

/** Returns all rules of the Messages API that a body breaks, in the order in which the API reports them. */
export const checkAnthropic = (request: Fields, options: AnthropicOptions): readonly Violation[] => {
  const { found, report } = collectViolations()
  const turns = readTurns(listOfShape(request.messages).map(fieldsOf))
  const facts = { ...claudeFacts(textOfShape(request.model)), ...options.facts }
  const check: Check = { request, facts, turns, merged: mergeTurns(turns), report }
  checkBody(check)
  checkTools(check)
  checkBlocks(check)
  checkSizes(check)
  checkCache(check)
  checkThinkingMode(check)
  checkSampling(check)
  checkPrewarm(check)
  checkManagement(check)
  checkSchemas(check)
  checkPairs(check)
  checkServerPairs(check)
  checkOrder(check)
  checkThinkingHistory(check, options.memory, options.producerOf)
  return found
}

/** Returns a response of the Messages API with only the required fields. */
export const replyAnthropic = (request: Fields): Fields => ({
  id: 'msg_fake',
  type: 'message',
  role: 'assistant',
  model: textOfShape(request.model),
  content: [{ type: 'text', text: 'OK' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
})
