import { isDeepStrictEqual } from 'node:util'

/** A JSON object from the wire. */
type Json = Record<string, unknown>

const texts = (content: unknown): unknown[] =>
  (typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : ((content as unknown[] | null) ?? [])
  ).filter(part => (part as Json).text !== '')

const parsed = (value: unknown): unknown => {
  try {
    return JSON.parse(value as string)
  } catch {
    return value
  }
}

/** A Chat message in one form: content as parts, arguments by value, only the fields that the SDK's type has. */
function chat(message: Json): Json {
  const calls = (message.tool_calls as Json[] | undefined)?.map(({ id, function: called }) => {
    const { name, arguments: given } = called as Json
    return { id, name, arguments: given === '' ? {} : parsed(given) }
  })
  const { role, tool_call_id } = message
  return { role, content: texts(message.content), tool_call_id, calls: calls?.length ? calls : undefined }
}

/** Anthropic messages in one form: content as blocks, a result's too, neighbours of one role as one message. */
function anthropic(messages: readonly Json[]): Json[] {
  const merged: { role: unknown; content: unknown[] }[] = []
  for (const { role, content } of messages) {
    const blocks = texts(content).map(block => {
      const { content: inner, ...rest } = block as Json
      return inner === undefined ? block : { ...rest, content: texts(inner) }
    })
    const last = merged.at(-1)
    if (last && last.role === role) last.content.push(...blocks)
    else merged.push({ role, content: blocks })
  }
  return merged
}

/** Index of the first message that differs in two lists; null when they say the same. */
function firstDifference(left: readonly Json[], right: readonly Json[]): number | null {
  const length = Math.max(left.length, right.length)
  for (let index = 0; index < length; index++) if (!isDeepStrictEqual(left[index], right[index])) return index
  return null
}

/** Whether a message is a result of a tool. */
const isResult = ({ role }: Json): boolean => role === 'tool'

/** Sorts adjacent results by their ids: requests have the results of one step in the order of its calls. */
function resultsById(messages: readonly Json[]): Json[] {
  const ordered: Json[] = []
  let run: Json[] = []
  const flush = (): void => {
    ordered.push(
      ...run.sort((left, right) => (String(left.tool_call_id) < String(right.tool_call_id) ? -1 : 1)),
    )
    run = []
  }
  for (const message of messages)
    if (isResult(message)) run.push(message)
    else {
      flush()
      ordered.push(message)
    }
  flush()
  return ordered
}

/** Returns the index at which two Chat histories first differ beyond the tolerances of DESIGN.md 5; null if they do not. */
export const chatDifference = (left: readonly object[], right: readonly object[]): number | null =>
  firstDifference(resultsById((left as Json[]).map(chat)), resultsById((right as Json[]).map(chat)))

/** The same for Anthropic messages. */
export const anthropicDifference = (left: readonly object[], right: readonly object[]): number | null =>
  firstDifference(anthropic(left as Json[]), anthropic(right as Json[]))
