import { list, object, type Raw, string } from '../../../from/read.ts'

/** Returns the names of OpenAI's custom tools in a record or list of tools. Their input is text, never JSON. */
export function customTools(tools: unknown): ReadonlySet<string> {
  const named = Array.isArray(tools)
    ? tools.map(tool => [string(object(tool).name), tool] as const)
    : Object.entries(object(tools))
  return new Set(named.flatMap(([name, tool]) => (object(tool).id === 'openai.custom' ? [name] : [])))
}

/** Returns the ids of all calls in the messages if the request continues a history stored at OpenAI; else null. */
export function chainedCalls(request: Raw, messages: readonly unknown[]): ReadonlySet<string> | null {
  const options = object(request.providerOptions)
  const isChained = ['openai', 'azure'].some(name => {
    const { previousResponseId, conversation } = object(options[name])
    return (previousResponseId ?? conversation ?? null) !== null
  })
  if (!isChained) return null
  return new Set(
    messages
      .flatMap(message => list(object(message).content))
      .flatMap(part => (object(part).type === 'tool-call' ? [string(object(part).toolCallId)] : [])),
  )
}
