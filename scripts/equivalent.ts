import { isDeepStrictEqual } from 'node:util'

/** JSON object of a request. */
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

/** Chat message in a normal form: content as parts, arguments as values, only fields that the SDK's type has. */
function chat(message: Json): Json {
  const calls = (message.tool_calls as Json[] | undefined)?.map(({ id, function: called }) => {
    const { name, arguments: given } = called as Json
    return { id, name, arguments: given === '' ? {} : parsed(given) }
  })
  const { role, tool_call_id } = message
  return { role, content: texts(message.content), tool_call_id, calls: calls?.length ? calls : undefined }
}

/** Anthropic messages in a normal form: content as blocks, also in results; neighbours of one role are joined. */
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

/** Index of the first message in which two lists differ; null if they are equivalent. */
function firstDifference(left: readonly Json[], right: readonly Json[]): number | null {
  const length = Math.max(left.length, right.length)
  for (let index = 0; index < length; index++) if (!isDeepStrictEqual(left[index], right[index])) return index
  return null
}

/** Whether a message is a tool result. */
const isResult = ({ role }: Json): boolean => role === 'tool'

/** Sorts adjacent tool results by their ids, because a request has a step's results in the order of its calls. */
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

/** Returns the index at which two Chat histories differ more than DESIGN.md 5 tolerates; null if equivalent. */
export const chatDifference = (left: readonly object[], right: readonly object[]): number | null =>
  firstDifference(resultsById((left as Json[]).map(chat)), resultsById((right as Json[]).map(chat)))

/** Returns the index at which two Anthropic histories differ; null if they are equivalent. */
export const anthropicDifference = (left: readonly object[], right: readonly object[]): number | null =>
  firstDifference(anthropic(left as Json[]), anthropic(right as Json[]))
