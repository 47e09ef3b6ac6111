import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { cleanText } from '../adapter/plain-words.ts'
import { currentItems, partsOfItems, replayedItems } from '../from/langchain/output.ts'
import type { Block } from '../ir/block.ts'
import { isObject } from '../ir/json.ts'
import type { Origin } from '../ir/origin.ts'
import type { Part } from '../ir/part.ts'
import type { Called } from './called.ts'

type Raw = Readonly<Record<string, unknown>>
type Metadata = BaseMessage['response_metadata']

const fieldsOf = (message: BaseMessage): Raw => message as unknown as Raw

/**
 * The message as it says what is sent. LangChain's class for the Responses API sends the items that it keeps beside the
 * content: where an app has changed the content since, they are changed too, so that the change arrives.
 */
export function asChanged(message: BaseMessage): BaseMessage {
  const fields = fieldsOf(message)
  const output = AIMessage.isInstance(message) ? currentItems(fields) : null
  // Items that no model can have made are not handed on; where nothing is left, the content is sent.
  if (!AIMessage.isInstance(message) || output === replayedItems(fields)) return message
  return withOutput(message, output ?? [])
}

/** Messages with each item once: where an app has stored an answer twice, the API refuses the second item of an id. */
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
      // A call may go along without its id: its result names it by another.
      const { id: _, ...unnamed } = item
      return item.call_id === undefined ? [] : [unnamed]
    })
    if (output.length === items.length && output.every((item, index) => item === items[index]))
      return [message]
    const left = followed(output)
    // LangChain would send the content of an answer without items, which says the same again.
    return left.length === 0 ? [] : [withOutput(message, left)]
  })
}

/** A message whose items are others. */
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

/** Metadata of an answer that is written again: its items of the Responses API say what the answer says now. */
export function metadataOf(
  own: BaseMessage,
  block: Block,
  made: readonly Called[],
  thoughtless: boolean,
): Metadata {
  const fields = fieldsOf(own)
  const items = currentItems(fields)
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
      ? written(item, part, calls.get(origin), block, thoughtless)
      : []
  })
  return { ...own.response_metadata, output: followed(output) }
}

/** Items without reasoning at the end: it is refused without the item that it led to, which may have been blank. */
const followed = (items: readonly Raw[]): readonly Raw[] =>
  items.slice(0, items.findLastIndex(({ type }) => type !== 'reasoning') + 1)

/** An item as it is sent; none where it cannot be sent. */
function written(
  item: Raw,
  part: Part,
  call: Called | undefined,
  { trust }: Block,
  thoughtless: boolean,
): Raw[] {
  if (part.kind === 'reasoning') return thoughtless ? [] : [item]
  const { id, ...unnamed } = item
  // Without the thought that led to it, an item of the server's is refused by its id.
  if (part.kind === 'opaque')
    return thoughtless && id !== undefined && item.type !== 'compaction' ? [] : [item]
  const free = thoughtless ? unnamed : item
  if (call) return [called(free, call)]
  if (!Array.isArray(item.content)) return [free]
  const content = item.content.flatMap((piece: unknown) => {
    if (!isObject(piece) || typeof piece.text !== 'string') return [piece]
    return piece.text.trim() === '' ? [] : [{ ...piece, text: cleanText(piece.text, trust) }]
  })
  return content.length === 0 ? [] : [{ ...free, content }]
}

/** A call under the id and with the arguments that are sent. */
function called(item: Raw, { call, sent: { id, text, changed } }: Called): Raw {
  if (item.type !== 'function_call' && call.part.native && call.result.origin.startsWith('c:'))
    // A result that was made up is a function's: no other tool's can be.
    return { type: 'function_call', call_id: id, name: call.part.name, arguments: text }
  if (!changed) return item
  return item.type === 'function_call' ? { ...item, call_id: id, arguments: text } : { ...item, call_id: id }
}
