import { givenField, type Raw } from '../../../../from/read.ts'
import { isObject } from '../../../../ir/json.ts'
import { wireContent, wireScreenshot } from './content.ts'
import { openaiData } from './openai-data.ts'

const snakeName = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Returns a value with its object keys in the API's spelling (snake_case). */
const wireKeys = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [snakeName(name), field]))
    : value

/** Returns the model's data, which the Agents SDK stores under `providerData`, with the API's keys. */
const providerDataOf = ({ providerData }: Raw): Raw =>
  isObject(providerData) ? (wireKeys(providerData) as Raw) : {}

/** Converts a reasoning item. `aisdk()` nests OpenAI's own fields one level deeper. */
function wireReasoning(item: Raw): object {
  const { encrypted_content: sealed, ...data } = providerDataOf(item)
  const own = isObject(item.providerData) ? openaiData(item.providerData) : undefined
  const pieces = Array.isArray(item.content) ? item.content : []
  return {
    ...(own === undefined && data),
    type: 'reasoning',
    ...givenField('id', own?.itemId ?? item.id),
    summary: pieces.map(piece => ({ type: 'summary_text', text: isObject(piece) ? piece.text : '' })),
    ...givenField('content', item.rawContent),
    ...givenField('encrypted_content', sealed ?? own?.reasoningEncryptedContent),
  }
}

/**
 * Returns a server tool's call in the provider's own form. The Agents SDK stores the call's output separately, and it
 * is added to the call here.
 */
function hostedCall(item: Raw): object {
  const data = isObject(item.providerData) ? item.providerData : {}
  const type = data.type ?? item.name
  const field = type === 'image_generation_call' ? 'result' : 'output'
  return {
    ...givenField(field, item.output),
    ...givenField('status', item.status),
    ...data,
    type,
    ...givenField('id', item.id),
  }
}

/** Converts the output of a shell call, a list of command runs, to the API's form. */
const shellRuns = (output: unknown): unknown =>
  Array.isArray(output)
    ? output.map(run => (isObject(run) ? { ...run, outcome: wireKeys(run.outcome) } : run))
    : output

/** Converts the output of a call to the API's form, depending on the item's type. */
function wireOutput({ type, output }: Raw): unknown {
  if (type === 'function_call_result') return wireContent(output)
  if (type === 'computer_call_result') return wireScreenshot(output)
  return type === 'shell_call_output' ? shellRuns(output) : output
}

/** Wire types of items, by the other names that the Agents SDK uses for these types. */
const renamed: ReadonlyMap<unknown, string> = new Map([
  ['function_call_result', 'function_call_output'],
  ['computer_call_result', 'computer_call_output'],
])

/** Fields that only the Agents SDK uses, and fields that the API calls by another name. */
const own = new Set([
  ...['callId', 'providerData', 'type', 'output', 'toolSearchAgentName', 'toolSearchMcpToolNames'],
])

/** Converts an Agents SDK item back to its form in the Responses API. */
export function wireItem(value: unknown): object {
  if (!isObject(value)) return { type: 'unknown', value }
  const item: Raw = value
  const type = item.type ?? (item.role === undefined ? undefined : 'message')
  if (type === 'message') {
    const { providerData: _, ...rest } = item
    return { ...providerDataOf(item), ...rest, type, content: wireContent(item.content) }
  }
  if (type === 'reasoning') return wireReasoning(item)
  if (type === 'hosted_tool_call') return hostedCall(item)
  if (type === 'unknown') return isObject(item.providerData) ? { ...item.providerData } : {}
  const fields = Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => !own.has(name))
      .map(([name, field]) => [
        snakeName(name),
        name === 'action' || name === 'operation' ? wireKeys(field) : field,
      ]),
  )
  const output = wireOutput(item)
  return {
    ...providerDataOf(item),
    ...fields,
    type: renamed.get(type) ?? type,
    ...givenField('call_id', item.callId),
    ...(type === 'program_output' ? givenField('result', output) : givenField('output', output)),
  }
}
