import type { BaseMessage } from '@langchain/core/messages'
import { readLangChain } from '../../from/langchain/langchain.ts'
import { isObject } from '../../ir/json.ts'

/** Returns the id of the call that LangChain runs, and a function that reads the conversation before the call. */
export function callOf(config: unknown) {
  const { toolCall, state } = (isObject(config) ? config : {}) as Readonly<Record<string, unknown>>
  const id = isObject(toolCall) ? toolCall.id : undefined
  const before = () => {
    const given = isObject(state) && Array.isArray(state.messages) ? (state.messages as BaseMessage[]) : []
    const isAnswer = ({ tool_calls: calls }: BaseMessage & { readonly tool_calls?: unknown }): boolean =>
      Array.isArray(calls) && calls.some(call => isObject(call) && call.id === id)
    const at = given.findLastIndex(isAnswer)
    return {
      conversation: readLangChain(at === -1 ? [] : given.slice(0, at), {}, null),
      mark: given[at]?.response_metadata,
    }
  }
  return { id, before }
}
