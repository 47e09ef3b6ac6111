import { isObject } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import { parseJson, toJson } from '../../text/json.ts'
import { readItem } from '../../vendor/openai/read/openai-responses.ts'
import { listOr, objectOr, type Raw, stringOr } from '../read.ts'
import { computerItem } from './call-part.ts'
import { callsOfAnswer } from './calls.ts'

/**
 * Returns the Responses API items that LangChain keeps with an answer and sends instead of it; null for an answer
 * without items. As in LangChain, null also if the answer has standard blocks of version 1 or an item without a type.
 */
export function replayedItems({ response_metadata: given }: Raw): readonly Raw[] | null {
  const { output, output_version: version } = objectOr(given)
  if (version === 'v1' || !Array.isArray(output) || output.length === 0) return null
  return output.every(item => isObject(item) && 'type' in item) ? output : null
}

/** Types of items that come from the app or its user, never from a model. */
const notOfModel = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'mcp_approval_response',
  'item_reference',
  'additional_tools',
])

/** Whether a model can have written an item. */
const isOfModel = ({ type, role }: Raw): boolean =>
  type === 'message' ? role === undefined || role === 'assistant' : !notOfModel.has(stringOr(type))

/** Returns the parts that are read from each item, as one list per item. */
export const partsOfItems = (items: readonly Raw[], model: string | undefined): (readonly Part[])[] =>
  items.map(item => readItem(false, model, item, 0).parts)

/**
 * Returns the items that LangChain keeps with an answer, updated with the answer's current text and calls, which an app
 * may have changed. Returns the original list if nothing changed, and null for an answer without items.
 */
export function itemsOfAnswer(fields: Raw): readonly Raw[] | null {
  const replayed = replayedItems(fields)
  const items = replayed?.every(isOfModel) ? replayed : (replayed?.filter(isOfModel) ?? [])
  if (items.length === 0) return null
  const spoken =
    textOfItems(items) === textOf(fields.content) ? items : replaceMessageItems(items, textOf(fields.content))
  return updateCallItems(spoken, callsOfAnswer(fields))
}

const textOfItems = (items: readonly Raw[]): string =>
  items
    .flatMap(({ type, content }) =>
      type === 'message' ? (Array.isArray(content) ? content : [content]) : [],
    )
    .map(piece => stringOr(piece) || stringOr(objectOr(piece).text))
    .join('')

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return listOr(content)
    .map(piece => {
      const { type, text } = objectOr(piece)
      return stringOr(piece) || (type === 'text' || type === 'output_text' ? stringOr(text) : '')
    })
    .join('')
}

/** Returns a model's text as a message item. */
export const answerTextItem = (text: string): Raw => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
})

/**
 * Replaces all message items with a single one that has the given text, at the place of the first message item. Without
 * any message item, the new one is placed before the calls.
 */
function replaceMessageItems(items: readonly Raw[], words: string): readonly Raw[] {
  const first = items.find(({ type }) => type === 'message')
  const rest = items.filter(({ type }) => type !== 'message')
  if (words.trim() === '') return rest
  const said = { ...first, ...answerTextItem(words) }
  const before = first === undefined ? -1 : items.indexOf(first)
  const after = rest.findIndex(({ type }) => calling.has(stringOr(type)))
  const at = before < 0 ? (after < 0 ? rest.length : after) : before
  return [...rest.slice(0, at), said, ...rest.slice(at)]
}

/** Types of items that LangChain reads as calls. */
const calling = new Set(['function_call', 'custom_tool_call', 'computer_call'])

/** Returns the items with the answer's current calls: changed calls get new arguments, new calls come last. */
function updateCallItems(items: readonly Raw[], calls: readonly Raw[]): readonly Raw[] {
  // A model may give two calls the same id, so items and calls are matched in order.
  const waiting = new Map<string, Raw[]>()
  for (const call of calls) {
    const queue = waiting.get(stringOr(call.id))
    if (queue) queue.push(call)
    else waiting.set(stringOr(call.id), [call])
  }
  let changed = false
  const kept = items.flatMap(item => {
    if (!calling.has(stringOr(item.type))) return [item]
    const call = waiting.get(stringOr(item.call_id))?.shift()
    // LangChain's older classes do not list computer calls among the answer's calls.
    if (call === undefined && item.type === 'computer_call') return [item]
    changed ||= call === undefined
    if (call === undefined) return []
    if (item.type !== 'function_call' || equalsCall(item, call)) return [item]
    changed = true
    return [{ ...item, name: stringOr(call.name), arguments: toJson(call.args) }]
  })
  for (const call of [...waiting.values()].flat()) {
    changed = true
    const { id, name, args } = call
    kept.push(
      call.isComputerTool === true
        ? computerItem(call, {})
        : {
            type: 'function_call',
            call_id: id,
            name,
            arguments: typeof args === 'string' ? args : toJson(args ?? {}),
          },
    )
  }
  return changed ? kept : items
}

/** Whether an item has the name and arguments of the current call. Arguments that are not an object count as equal. */
function equalsCall(item: Raw, { name, args }: Raw): boolean {
  if (stringOr(name) !== stringOr(item.name)) return false
  if (!isObject(args)) return true
  const own = parseJson(stringOr(item.arguments) || '{}')
  return own === undefined || toJson(own) === toJson(args)
}
