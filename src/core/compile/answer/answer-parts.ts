import type { ToolCallPart } from '../../ir/call.ts'
import type { EventInput } from '../../ir/event.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import { readArguments } from '../../lower/arguments.ts'

/** Event of an answer, as `answerOf` returns it and as a session stores it. */
export type AnswerEvent = Pick<EventInput, 'parts' | 'text' | 'extra'>

const partsOfEvents = ({ parts, text }: AnswerEvent): readonly Part[] =>
  parts ?? (text === undefined ? [] : [{ kind: 'text', text }])

/** Tool call whose arguments are an object in every case. */
export type CallToRun = Omit<ToolCallPart, 'arguments'> & { readonly arguments: JsonObject }

/**
 * Returns the tool calls of an answer, in order, for your program to run. Calls that the provider runs are excluded.
 *
 * The arguments are always an object, even if the provider sends them as a JSON text. Arguments that are not a JSON
 * object become `{ invalid_json: … }` or `{ value: … }`, and the text of a call without JSON becomes `{ input: … }`;
 * the next request contains the same form.
 *
 * @example
 * import { callsOf, type EventInput } from 'ctxc'
 *
 * const call = { kind: 'tool-call', id: 'c1', name: 'weather', arguments: '{"city":"Rome"}' } as const
 * const answer: EventInput[] = [{ author: 'helper', parts: [call] }] // answerOf(result, response)
 * for (const { name, arguments: given } of callsOf(answer)) console.log(name, given.city) // weather Rome
 */
export const callsOf = (answer: readonly AnswerEvent[]): CallToRun[] =>
  answer
    .flatMap(partsOfEvents)
    .filter(part => part.kind === 'tool-call')
    .map(call => ({ ...call, arguments: readArguments(call).value }))

/**
 * Returns the text of an answer; empty if there is none. Text that the model marks as commentary is dropped, unless the
 * answer has no other text.
 *
 * @example
 * import { type EventInput, textOf } from 'ctxc'
 *
 * const answer: EventInput[] = [{ author: 'helper', text: 'Rain.' }] // answerOf(result, response)
 * console.log(textOf(answer)) // Rain.
 */
export const textOf = (answer: readonly AnswerEvent[]): string =>
  answerMessages(answer)
    .flatMap(partsOfEvents)
    .map(part => (part.kind === 'text' ? part.text : ''))
    .join('')

/**
 * Returns the messages of a response that are its final answer. Models give earlier messages, such as commentary,
 * another phase.
 */
function answerMessages(events: readonly AnswerEvent[]): readonly AnswerEvent[] {
  const ofPhase = (is: (phase: unknown) => boolean): readonly AnswerEvent[] =>
    events.filter(
      event => partsOfEvents(event).some(({ kind }) => kind === 'text') && is(event.extra?.fields.phase),
    )
  const answers = ofPhase(phase => phase === 'final_answer')
  const unnamed = answers.length > 0 ? answers : ofPhase(phase => phase !== 'commentary')
  return unnamed.length > 0 ? unnamed : events
}
