import type { JsonValue } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import type { ToolResultPart } from '../../ir/result.ts'
import { readItem } from '../../vendor/openai/read/openai-responses.ts'
import { givenField, listOr, objectOr, type Raw, stringOr } from '../read.ts'
import { callIdOf } from './calls.ts'
import type { Maker } from './reasoning.ts'

/** Returns the arguments of a call, which are stored under one of three field names. */
export const argumentsOf = (call: Raw): JsonValue =>
  (call.args ?? call.input ?? call.arguments ?? {}) as JsonValue

/** Whether the input of a call is not arguments in JSON, but a computer's action or plain text. */
export const hasSpecialInput = ({ type, isComputerTool, isCustomTool }: Raw): boolean =>
  isComputerTool === true || isCustomTool === true || type === 'computer_call' || type === 'custom_tool_call'

/** Keys under which LangChain stores the text input of a custom tool's call: in JavaScript, and in Python. */
const textKeys = ['input', '__arg1']

/** Returns the text input of a custom tool's call; undefined if there is none. */
function customToolText(call: Raw, item: Raw): string | undefined {
  const args = objectOr(call.args)
  const texts = [...textKeys.map(key => args[key]), call.input, item.input]
  return texts.find(text => typeof text === 'string') as string | undefined
}

/** Returns a computer call as an item of the Responses API. */
export function computerItem(call: Raw, item: Raw): Raw {
  const { id: _, call_id: own, args, name: __, isComputerTool: ___, ...fields } = call
  const isItem = call.type === 'computer_call'
  return {
    ...givenField('id', isItem ? call.id : own),
    ...fields,
    ...item,
    type: 'computer_call',
    call_id: callIdOf(call),
    ...givenField('action', objectOr(args).action),
  }
}

/** Reads a call of an answer. `item`: content block or provider's item that repeats the call. */
export function readCall(call: Raw, item: Raw, { model }: Maker): Part {
  if (call.isComputerTool === true || item.type === 'computer_call') {
    const own = computerItem(call, item.type === 'computer_call' ? item : {})
    const part = readItem(false, model, own, 0).parts[0] as Part
    return { ...part, ...givenField('name', stringOr(call.name) || undefined) } as Part
  }
  const called = { kind: 'tool-call', id: callIdOf(call), name: stringOr(call.name) } as const
  const isCustom = call.isCustomTool === true || item.type === 'custom_tool_call'
  const text = isCustom ? customToolText(call, item) : undefined
  return text === undefined
    ? { ...called, arguments: argumentsOf(call) }
    : { ...called, arguments: text, freeform: true }
}

/** Reads a tool result that is a computer's screenshot; returns undefined for any other result. */
export function readScreenshot({
  additional_kwargs: kwargs,
  content,
  tool_call_id,
}: Raw): ToolResultPart | undefined {
  if (objectOr(kwargs).type !== 'computer_call_output') return undefined
  const pieces = listOr(content).map(objectOr)
  // Block types in which LangChain's class looks for the screenshot, in this order.
  const picture = ['input_image', 'computer_screenshot', 'image_url']
    .map(type => pieces.find(piece => piece.type === type))
    .find(piece => piece !== undefined)
  const url = typeof content === 'string' ? content : (picture?.image_url ?? undefined)
  const image = stringOr(url) || stringOr(objectOr(url).url)
  const file = stringOr(picture?.file_id)
  if (image === '' && file === '') return undefined
  const output = {
    type: 'computer_screenshot',
    ...givenField('image_url', image || undefined),
    ...givenField('file_id', file || undefined),
  }
  const item = { type: 'computer_call_output', call_id: stringOr(tool_call_id), output }
  return readItem(false, undefined, item, 0).parts[0] as ToolResultPart
}
