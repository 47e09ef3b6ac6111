import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { answerTextItem, itemsOfAnswer, partsOfItems, replayedItems } from '../../from/langchain/output.ts'
import type { Block } from '../../ir/block.ts'
import { isObject } from '../../ir/json.ts'
import type { Origin } from '../../ir/origin.ts'
import type { Part } from '../../ir/part.ts'
import { requiresReasoningSent, serverItemAsText } from '../../target/travel.ts'
import { cleanOutput, cleanText } from '../plain-words.ts'
import { type Called, isResultMadeUp } from './called.ts'

type Raw = Readonly<Record<string, unknown>>
export type Metadata = BaseMessage['response_metadata']

const fieldsOf = (message: BaseMessage): Raw => message as unknown as Raw

/**
 * Returns a message whose Responses API items match its content. LangChain's class for the Responses API sends these
 * items instead of the content. If an app has changed the content since, the items are changed too, so that the change
 * is sent.
 */
export function updateReplayedItems(message: BaseMessage): BaseMessage {
  const fields = fieldsOf(message)
  const output = AIMessage.isInstance(message) ? itemsOfAnswer(fields) : null
  // Items that a model cannot have written are dropped. If none is left, the content is sent.
  if (!AIMessage.isInstance(message) || output === replayedItems(fields)) return message
  return withOutput(message, output ?? [])
}

/**
 * Removes repeated items from messages. If an answer was stored twice, both copies have the same item ids, and the API
 * refuses a repeated id.
 */
export function withoutRepeatedItems(messages: readonly BaseMessage[]): BaseMessage[] {
  const ids = new Set<unknown>()
  const isFirst = ({ id }: Raw): boolean => {
    const isNew = id === undefined || !ids.has(id)
    ids.add(id)
    return isNew
  }
  return messages.flatMap(message => {
    const items = AIMessage.isInstance(message) ? replayedItems(fieldsOf(message)) : null
    if (!AIMessage.isInstance(message) || items === null) return [message]
    const output = items.flatMap(item => {
      if (isFirst(item)) return [item]
      // A call may be sent without its item id, because its result refers to the `call_id`.
      const { id: _, ...unnamed } = item
      return item.call_id === undefined ? [] : [unnamed]
    })
    if (output.length === items.length && output.every((item, index) => item === items[index]))
      return [message]
    const left = withoutTrailingReasoning(output)
    // Without any items, LangChain would send the message's content instead, which repeats the removed items. So the
    // message is dropped.
    return left.length === 0 ? [] : [withOutput(message, left)]
  })
}

/** Returns a message with other Responses API items. */
function withOutput(message: AIMessage, output: readonly Raw[]): AIMessage {
  const { content, tool_calls, invalid_tool_calls, additional_kwargs, usage_metadata, id, name } = message
  return new AIMessage({
    content,
    additional_kwargs,
    response_metadata: { ...message.response_metadata, output },
    ...(tool_calls !== undefined && { tool_calls }),
    ...(invalid_tool_calls !== undefined && { invalid_tool_calls }),
    ...(usage_metadata !== undefined && { usage_metadata }),
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
  })
}

/** Returns the metadata of a rewritten answer, with Responses API items that match its current content. */
export function metadataOf(
  own: BaseMessage,
  block: Block,
  made: readonly Called[],
  thoughtless: boolean,
): Metadata {
  const fields = fieldsOf(own)
  const items = itemsOfAnswer(fields)
  if (items === null) return own.response_metadata
  const parts = new Set(block.items.map(({ origin }) => origin))
  const calls = new Map(made.map(one => [one.call.origin, one]))
  const answers = new Map(made.map(one => [one.call.result.origin, one]))
  const seq = block.items[0]?.seq ?? 0
  let at = 0
  const output = partsOfItems(items, undefined).flatMap((held, index) => {
    const item = items[index] as Raw
    const origins = held.map((): Origin => `e:${seq}.${at++}`)
    const [part] = held
    const [origin] = origins
    if (part === undefined || origin === undefined) return item.type === 'message' ? [] : [item]
    const answered = answers.get(origin)
    if (answered) return [{ ...item, call_id: answered.sent.id }]
    return origins.some(one => parts.has(one))
      ? writeOutputItem(item, part, calls.get(origin), block, thoughtless)
      : []
  })
  return { ...own.response_metadata, output: withoutTrailingReasoning(output) }
}

/**
 * Removes reasoning at the end of a list. The API refuses reasoning that no item follows; the item after it may have
 * been dropped as blank.
 */
const withoutTrailingReasoning = (items: readonly Raw[]): readonly Raw[] =>
  items.slice(0, items.findLastIndex(({ type }) => type !== 'reasoning') + 1)

/** Returns an item as it is sent, in a list; an empty list if it cannot be sent. */
function writeOutputItem(
  item: Raw,
  part: Part,
  call: Called | undefined,
  { trust }: Block,
  thoughtless: boolean,
): Raw[] {
  if (part.kind === 'reasoning') return thoughtless ? [] : [item]
  const { id, ...unnamed } = item
  if (part.kind === 'opaque') {
    if (!thoughtless || !requiresReasoningSent(part)) return [item]
    const text = cleanOutput(serverItemAsText(part), trust)
    return text === '' ? [] : [answerTextItem(text)]
  }
  const free = thoughtless ? unnamed : item
  if (call) return [writeCallItem(free, call)]
  if (!Array.isArray(item.content)) return [free]
  const content = item.content.flatMap((piece: unknown) => {
    if (!isObject(piece) || typeof piece.text !== 'string') return [piece]
    return piece.text.trim() === '' ? [] : [{ ...piece, text: cleanText(piece.text, trust) }]
  })
  return content.length === 0 ? [] : [{ ...free, content }]
}

/** Returns a call item with the id and the arguments that are sent. */
function writeCallItem(item: Raw, one: Called): Raw {
  const { call, sent } = one
  const { id, text, changed } = sent
  if (item.type !== 'function_call' && isResultMadeUp(one))
    // An added result has the form of a function result, so its call must become a function call.
    return { type: 'function_call', call_id: id, name: call.part.name, arguments: text }
  if (!changed) return item
  return item.type === 'function_call' ? { ...item, call_id: id, arguments: text } : { ...item, call_id: id }
}
