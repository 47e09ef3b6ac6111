// Answers of a model: texts, calls, errors, and streams that pause in the middle.
import fc from 'fast-check'
import type { ModelClient } from '../../../models/model-client.ts'
import type { World } from './world.ts'

/** A call, with the name of its tool and its arguments. */
interface MadeCall {
  readonly name: string
  readonly given: string
}

/** An answer to one request. */
export interface DeckAnswer {
  readonly text: string
  readonly calls: readonly MadeCall[]
  readonly isError: boolean
  /** Whether the stream pauses in the middle. */
  readonly isHalting: boolean
}

const someCall: fc.Arbitrary<MadeCall> = fc.oneof(
  fc.record({
    name: fc.constantFrom('look', 'finish', 'slow', 'send', 'book', 'pay', 'fail', 'note', 'form', 'quote'),
    given: fc.constantFrom('{"sum":5}', '{"sum":500}', '{"sum":501}'),
  }),
  fc.constantFrom(
    { name: 'pay', given: '{"sum":500}' },
    { name: 'form', given: '{"sum":5}' },
    { name: 'quote', given: '{"sum":5}' },
    { name: 'book', given: '{"sum":1}' },
    { name: 'ask', given: '{"request":"Ask."}' },
    { name: 'scout', given: '{"request":"Look."}' },
    { name: 'scout', given: '{"request":"Look again."}' },
    { name: 'transfer_to_agent', given: '{"agent_name":"expert"}' },
    { name: 'unknown', given: '{}' },
    { name: 'look', given: '{"sum":"x"}' },
    { name: 'pay', given: '{"sum":' },
  ),
)

const plain = { text: '', calls: [], isError: false, isHalting: false }

export const someAnswer: fc.Arbitrary<DeckAnswer> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ ...constants({ ...plain, text: 'Well.' }), isHalting: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ ...plain, text: '{"city":"Rome"}' }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ...constants({ ...plain, isError: true }),
      text: fc.constantFrom('', 'Oh.'),
      isHalting: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      ...constants(plain),
      text: fc.constantFrom('', 'Let me see.'),
      calls: fc.array(someCall, { minLength: 1, maxLength: 3 }),
    }),
  },
)

function constants(answer: DeckAnswer) {
  return {
    text: fc.constant(answer.text),
    calls: fc.constant(answer.calls),
    isError: fc.constant(answer.isError),
    isHalting: fc.constant(answer.isHalting),
  }
}

/** Answer after the last one of a deck. It satisfies every schema. */
const last: DeckAnswer = { ...plain, text: '{"city":"Oslo"}' }

/** Returns a client that gives the answers of a deck in order, whichever agent calls. */
export function clientOf(world: World, deck: DeckAnswer[]): ModelClient {
  return {
    target: 'openai-chat',
    async *stream(request, { model, signal }) {
      world.requests.push(JSON.stringify(request))
      const { text, calls, isError, isHalting } = deck.shift() ?? last
      await world.wait(signal)
      if (signal.aborted) return
      if (text !== '') yield { type: 'text', text }
      if (isHalting) await world.halt(signal)
      if (signal.aborted) return
      if (isError) throw new Error('overloaded')
      const made = calls.map(({ name, given }) => ({
        id: world.newId(),
        type: 'function',
        function: { name, arguments: given },
      }))
      const message = {
        role: 'assistant',
        content: text || null,
        ...(made.length > 0 && { tool_calls: made }),
      }
      const finish = made.length > 0 ? 'tool_calls' : 'stop'
      yield { type: 'response', response: { model, choices: [{ message, finish_reason: finish }] }, finish }
    },
  }
}
