import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { callIdOf } from '../../from/langchain/calls.ts'
import { isObject } from '../../ir/json.ts'
import { type Called, isResultMadeUp } from './called.ts'

type Fields = Readonly<Record<string, unknown>>
type ToolCall = NonNullable<AIMessage['tool_calls']>[number]

const isComputer = ({ type }: Fields): boolean => type === 'computer_call'

/** Returns the Responses API items that LangChain stores with an answer, separately from its calls. */
const outputsOf = ({ tool_outputs: outputs }: Fields): readonly unknown[] =>
  Array.isArray(outputs) ? outputs : []

/**
 * Returns the calls of a rewritten answer. Each call keeps the fields by which LangChain distinguishes computer calls
 * from function calls.
 */
export function toolCalls(own: BaseMessage, called: readonly Called[]): ToolCall[] {
  const given: readonly ToolCall[] = (AIMessage.isInstance(own) && own.tool_calls) || []
  const waiting = [...given]
  const apart = new Set(outputsOf(own.additional_kwargs).filter(isObject).filter(isComputer).map(callIdOf))
  return called.flatMap((one): ToolCall[] => {
    const { call, sent } = one
    const place = waiting.findIndex(({ id }) => id === call.part.id)
    const [entry] = place < 0 ? [] : waiting.splice(place, 1)
    if (entry === undefined && apart.has(call.part.id) && !isResultMadeUp(one)) return []
    const plain: ToolCall = { type: 'tool_call', id: sent.id, name: call.part.name, args: sent.value }
    const isSpecial = entry !== undefined && ('isComputerTool' in entry || 'isCustomTool' in entry)
    return [isSpecial && !isResultMadeUp(one) ? { ...entry, id: sent.id } : plain]
  })
}

/** Returns a message's extra fields with the computer calls that are sent, under their current ids. */
export function withComputerCalls(kwargs: Fields, called: readonly Called[]): Fields {
  const outputs = outputsOf(kwargs)
  if (!outputs.some(item => isObject(item) && isComputer(item))) return kwargs
  const ids = new Map(called.flatMap(one => (isResultMadeUp(one) ? [] : [[one.call.part.id, one.sent.id]])))
  const tool_outputs = outputs.flatMap(item => {
    if (!isObject(item) || !isComputer(item)) return [item]
    const id = ids.get(callIdOf(item))
    return id === undefined ? [] : [{ ...item, call_id: id }]
  })
  return { ...kwargs, tool_outputs }
}
