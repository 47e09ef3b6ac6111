import { listOr, objectOr, type Raw, stringOr } from '../../../core/from/read.ts'
import { inputEvents } from '../../../core/vendor/openai/rows/items.ts'
import type { ModelPart } from '../../models/model-client.ts'
import { ModelError } from '../../models/model-error.ts'

type Response = Extract<ModelPart, { readonly type: 'response' }>

/** Types of events that contain a piece of text to show, with the kind of the text. */
const texts: Readonly<Record<string, 'text' | 'reasoning'>> = {
  'response.output_text.delta': 'text',
  'response.refusal.delta': 'text',
  'response.reasoning_summary_text.delta': 'reasoning',
  'response.reasoning_text.delta': 'reasoning',
}

/** Types of events that end a response and contain the whole response. */
const ends: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.done'])

/** Answer of OpenAI's Responses API, built from the events of its stream. */
export class ResponsesDraft {
  /** Finished items by position. The items of `output_item.added` are not kept, as they may lack later content. */
  private readonly items = new Map<number, Raw>()
  private last = -1
  private lastEvent = ''
  /** Whether the server numbers its events, so that an event that arrives twice can be recognized. */
  private isNumbered = true
  /** Texts of messages shown so far. */
  private said = ''
  private answer: Response | null = null
  /** Calls that are still streaming, by the id of their item. */
  private readonly begun = new Map<string, { readonly id: string; readonly name: string }>()

  /** Adds an event, and returns the part to show. Throws a `ModelError` if the event is an error of the provider. */
  add(event: Raw): ModelPart {
    if (this.isRepeated(event)) return { type: 'progress' }
    const type = stringOr(event.type)
    const shown = texts[type]
    if (type === 'response.output_text.delta') this.said += stringOr(event.delta)
    if (shown !== undefined && event.delta !== '') return { type: shown, text: stringOr(event.delta) }
    if (inputEvents.has(type)) {
      const call = this.begun.get(stringOr(event.item_id))
      return { type: 'tool-call', id: call?.id ?? '', name: call?.name ?? '', text: stringOr(event.delta) }
    }
    if (type === 'response.output_item.added') this.beginFunctionCall(objectOr(event.item))
    if (type === 'response.output_item.done') this.items.set(Number(event.output_index), objectOr(event.item))
    if (type === 'response.failed') throw toResponsesError(objectOr(objectOr(event.response).error))
    if (type === 'error') throw toResponsesError({ ...objectOr(event.error), ...event })
    if (ends.has(type)) this.answer = this.wholeAnswer(objectOr(event.response))
    return { type: 'progress' }
  }

  /** Whether the provider has ended the answer. */
  get isComplete(): boolean {
    return this.answer !== null
  }

  /** Whether no more data can follow. */
  get isFinal(): boolean {
    return this.answer !== null
  }

  /** Returns the whole answer. Throws if the answer is not complete. */
  result(): Response {
    if (this.answer === null) throw new TypeError('the answer is not complete')
    return this.answer
  }

  /** Whether an event arrived before, because a proxy sent it twice. Always false if all events have one number. */
  private isRepeated({ sequence_number: place, type, delta }: Raw): boolean {
    if (typeof place !== 'number' || !this.isNumbered) return false
    const text = `${stringOr(type)} ${stringOr(delta)}`
    if (place === this.last && text !== this.lastEvent) this.isNumbered = false
    const isKnown = this.isNumbered && place <= this.last
    this.last = Math.max(this.last, place)
    this.lastEvent = text
    return isKnown
  }

  private beginFunctionCall(item: Raw): void {
    if (item.name !== undefined)
      this.begun.set(stringOr(item.id), { id: stringOr(item.call_id), name: stringOr(item.name) })
  }

  /**
   * Returns the whole answer. Some servers send an empty list of items in the last event. The finished items then
   * replace this list.
   */
  private wholeAnswer(response: Raw): Response {
    const items = [...this.items].sort(([left], [right]) => left - right).map(([, item]) => item)
    const given = listOr(response.output).length >= items.length ? listOr(response.output) : items
    // Text that was shown is part of the answer, even if no item of the server contains it.
    const isSaid = this.said === '' || given.some(item => objectOr(item).type === 'message')
    const content = [{ type: 'output_text', text: this.said, annotations: [] }]
    const message = { type: 'message', role: 'assistant', status: 'completed', content }
    const output = isSaid ? given : [...given, message]
    const reason = stringOr(objectOr(response.incomplete_details).reason) || stringOr(response.status)
    return {
      type: 'response',
      response: { ...response, output: output as readonly object[] },
      ...(reason !== '' && { finish: reason }),
    }
  }
}

/** Returns the error for a failed response. */
function toResponsesError({ message, code, type }: Raw): ModelError {
  const word = stringOr(code) || (type === 'error' ? '' : stringOr(type))
  return new ModelError(stringOr(message) || word || 'the provider sent an error', {
    code: word || undefined,
  })
}
