import { listOr, objectOr, type Raw, stringOr } from '../../../from/read.ts'
import { providersOf } from '../rows/options.ts'

/** Returns the names of OpenAI's custom tools in a record or list of tools. Their input is text, never JSON. */
export function customTools(tools: unknown): ReadonlySet<string> {
  const named = Array.isArray(tools)
    ? tools.map(tool => [stringOr(objectOr(tool).name), tool] as const)
    : Object.entries(objectOr(tools))
  return new Set(named.flatMap(([name, tool]) => (objectOr(tool).id === 'openai.custom' ? [name] : [])))
}

/** Returns the ids of all calls in the messages if the request continues a history stored at OpenAI; else null. */
export function chainedCalls(request: Raw, messages: readonly unknown[]): ReadonlySet<string> | null {
  const options = objectOr(request.providerOptions)
  const isChained = providersOf('openai').some(name => {
    const { previousResponseId, conversation } = objectOr(options[name])
    return (previousResponseId ?? conversation ?? null) !== null
  })
  if (!isChained) return null
  return new Set(
    messages
      .flatMap(message => listOr(objectOr(message).content))
      .flatMap(part => (objectOr(part).type === 'tool-call' ? [stringOr(objectOr(part).toolCallId)] : [])),
  )
}
