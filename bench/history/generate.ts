import type { ChatMessage, ToolCall } from '../../src/core/vendor/openai/write/chat/request.ts'
import { createRandom, type Random } from '../corpus/random.ts'
import { lengthOf, prose, rows, text } from './text.ts'

const tools = ['search_flights', 'get_weather', 'query_orders', 'read_file', 'update_booking']

/** A conversation without end, the same for the same seed: turns of a user, each with steps that call tools. */
function* conversation(seed: number): Generator<ChatMessage, never> {
  const random = createRandom(seed)
  let made = 0
  for (;;) {
    yield { role: 'user', content: text(random, lengthOf(random)) }
    for (let steps = random(5); steps > 0; steps--) {
      const calls = Array.from({ length: random(4) ? 1 : 2 + random(3) }, () => call(random, made++))
      const said = random(2) ? text(random, lengthOf(random)) : null
      yield { role: 'assistant', content: said, tool_calls: calls }
      for (const { id } of calls) yield { role: 'tool', tool_call_id: id, content: result(random) }
    }
    yield { role: 'assistant', content: text(random, lengthOf(random)) }
  }
}

function call(random: Random, number: number): ToolCall {
  const written = { query: prose(random, 10 + random(60)), limit: random(100), exact: random(2) === 1 }
  const name = tools[random(tools.length)] as string
  const id = `call_${number.toString(36).padStart(8, '0')}`
  return { id, type: 'function', function: { name, arguments: JSON.stringify(written) } }
}

const result = (random: Random): string => (random(2) ? rows : text)(random, lengthOf(random))

/** A history, and what comes after it. */
export interface Generated {
  readonly messages: readonly ChatMessage[]
  readonly next: readonly ChatMessage[]
}

/** So many messages, or the few more until a model would be called: no call is open. Then so many that follow. */
export function generate(size: number, following: number, seed = 1): Generated {
  const source = conversation(seed)
  const messages: ChatMessage[] = []
  while (messages.length < size || !isDue(messages)) messages.push(source.next().value)
  return { messages, next: Array.from({ length: following }, () => source.next().value) }
}

/** Whether a model would be called now: the last message is a user's, or the last result of an answer. */
export function isDue(messages: readonly ChatMessage[]): boolean {
  let results = 0
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index] as ChatMessage
    if (message.role === 'tool') results++
    else
      return (
        message.role === 'user' || (message.role === 'assistant' && message.tool_calls?.length === results)
      )
  }
  return false
}
