import { list, object, type Raw, string } from '../read.ts'

/** Names of a request's custom tools of OpenAI, a record of tools or a list: their input is a text, never JSON. */
export function customTools(tools: unknown): ReadonlySet<string> {
  const named = Array.isArray(tools)
    ? tools.map(tool => [string(object(tool).name), tool] as const)
    : Object.entries(object(tools))
  return new Set(named.flatMap(([name, tool]) => (object(tool).id === 'openai.custom' ? [name] : [])))
}

/** Ids of all calls in the messages, where a request goes on from what OpenAI's server holds; null where it does not. */
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
