import { isObject, type JsonObject, type JsonValue } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { type Around, definedFields, type FormedItem, itemOf } from '../../../target/part-forms.ts'
import { safeString } from '../../../text/reason.ts'
import { filled, optionsIn } from '../rows/options.ts'
import { isAskedAbout } from './openai-approval.ts'

const format = 'openai'

/** A call that the server ran, which the AI SDK keeps as two parts. */
interface Ran {
  readonly id: string
  readonly callId: string
  readonly input: JsonObject
  /** Output of the tool; null if there is none yet, or if the tool failed. */
  readonly value: JsonObject | null
  /** Id of the result's own item. */
  readonly resultId: string
}

const completed = 'completed'

/** Kinds of search actions: names in the AI SDK and in the API. */
const actions: Readonly<Record<string, string>> = {
  search: 'search',
  openPage: 'open_page',
  findInPage: 'find_in_page',
}

function webSearch({ id, value }: Ran): JsonObject | null {
  if (!isObject(value?.action)) return null
  const { type, ...action } = value.action as JsonObject
  const kind = typeof type === 'string' && Object.hasOwn(actions, type) ? actions[type] : undefined
  if (kind === undefined) return null
  const sources = kind === 'search' ? value.sources : undefined
  return {
    type: 'web_search_call',
    id,
    status: completed,
    action: definedFields({ type: kind, ...action, sources }),
  }
}

function fileSearch({ id, value }: Ran): JsonObject | null {
  if (!Array.isArray(value?.queries)) return null
  const { queries, results } = value
  const found = Array.isArray(results)
    ? results.filter(isObject).map(result =>
        definedFields({
          attributes: result.attributes as JsonValue,
          file_id: result.fileId as JsonValue,
          filename: result.filename as JsonValue,
          score: result.score as JsonValue,
          text: result.text as JsonValue,
        }),
      )
    : null
  return { type: 'file_search_call', id, queries, status: completed, results: found }
}

function codeInterpreter({ id, input, value }: Ran): JsonObject | null {
  const { code, containerId } = input
  if (value === null || !filled(containerId)) return null
  return {
    type: 'code_interpreter_call',
    id,
    code: code ?? null,
    container_id: containerId,
    outputs: value.outputs ?? null,
    status: completed,
  }
}

const imageGeneration = ({ id, value }: Ran): JsonObject | null =>
  filled(value?.result)
    ? { type: 'image_generation_call', id, status: completed, result: value.result }
    : null

function mcp({ resultId: id, value }: Ran): JsonObject | null {
  const { serverLabel, name, arguments: asked, output, error } = value ?? {}
  if (!filled(serverLabel) || !filled(name) || typeof asked !== 'string') return null
  return definedFields({
    type: 'mcp_call',
    id,
    server_label: serverLabel,
    name,
    arguments: asked,
    output,
    error,
  })
}

/** Maker of one item for a call and its result, and the keys whose values come from the result. */
interface Single {
  readonly make: (ran: Ran) => JsonObject | null
  readonly ofResult: readonly string[]
}

/** Makers of one item for a call and its result, by the tool's name. */
const single: ReadonlyMap<string, Single> = new Map([
  ['web_search', { make: webSearch, ofResult: ['action'] }],
  ['web_search_preview', { make: webSearch, ofResult: ['action'] }],
  ['file_search', { make: fileSearch, ofResult: ['queries', 'results'] }],
  ['code_interpreter', { make: codeInterpreter, ofResult: ['outputs'] }],
  ['image_generation', { make: imageGeneration, ofResult: ['result'] }],
])

const ofServer: Single = {
  make: mcp,
  ofResult: ['id', 'server_label', 'name', 'arguments', 'output', 'error'],
}

/** Makers of two items, one for each half, by the tool's name. */
const double: ReadonlyMap<
  string,
  { readonly call: (ran: Ran) => JsonObject | null; readonly result: (ran: Ran) => JsonObject | null }
> = new Map([
  [
    'tool_search',
    {
      call: ({ id, input }) => ({
        type: 'tool_search_call',
        id,
        execution: 'server',
        call_id: null,
        status: completed,
        arguments: input.arguments ?? {},
      }),
      result: ({ resultId: id, value }) =>
        Array.isArray(value?.tools)
          ? {
              type: 'tool_search_output',
              id,
              execution: 'server',
              call_id: null,
              status: completed,
              tools: value.tools,
            }
          : null,
    },
  ],
  [
    'programmatic_tool_calling',
    {
      call: ({ id, callId, input: { code, fingerprint } }) =>
        filled(code) && filled(fingerprint)
          ? { type: 'program', id, call_id: callId, code, fingerprint }
          : null,
      result: ({ resultId: id, callId, value }) =>
        typeof value?.result === 'string' && filled(value.status)
          ? { type: 'program_output', id, call_id: callId, result: value.result, status: value.status }
          : null,
    },
  ],
])

function ranBy(call: OpaquePart | undefined, result: OpaquePart | undefined): Ran {
  const { input } = call?.payload ?? {}
  const { output } = result?.payload ?? {}
  const { type, value } = isObject(output) ? output : {}
  const callId = safeString(call?.payload.toolCallId ?? result?.payload.toolCallId ?? '')
  const idOf = (part: OpaquePart | undefined): string => {
    const { itemId } = optionsIn(part?.payload, format)
    return filled(itemId) ? itemId : callId
  }
  return {
    id: idOf(call),
    callId,
    input: isObject(input) ? (input as JsonObject) : {},
    value: type === 'json' && isObject(value) ? (value as JsonObject) : null,
    resultId: idOf(result),
  }
}

/**
 * Returns the items of a call of OpenAI's server tools, or of its result; null for a part without items. The AI SDK's
 * converter sends references to items that the server stores; whole items are valid without a stored copy.
 */
export function serverItems(part: OpaquePart, around: Around): FormedItem[] | null {
  const { toolCallId, toolName } = part.payload
  if (!filled(toolCallId) || !filled(toolName)) return null
  const isCall = part.type === 'tool-call'
  if (isCall && isAskedAbout(part, around)) return []
  if (!isCall && part.type !== 'tool-result') return null
  const call = around.calls.get(toolCallId)
  const result = around.results.get(toolCallId)
  const ran = ranBy(call, result)
  const name = around.names.get(toolName) ?? toolName
  const one = toolName.startsWith('mcp.') ? ofServer : single.get(name)
  if (one === undefined) return halfItem(part, name, ran)
  if (call === undefined || result === undefined) return null
  const item = itemsOf(part, one.make(ran), one.ofResult)
  // The item takes the place of the call, and holds the result.
  return item === null || isCall ? item : []
}

/** Returns the item of a call, or of its result, if the tool has one for each; else null. */
function halfItem(part: OpaquePart, name: string, ran: Ran): FormedItem[] | null {
  const two = double.get(name)
  if (two === undefined) return null
  return itemsOf(part, part.type === 'tool-call' ? two.call(ran) : two.result(ran))
}

/** Returns the item that a part becomes; null if there is none. */
const itemsOf = (
  part: OpaquePart,
  payload: JsonObject | null,
  ofResult: readonly string[] = [],
): FormedItem[] | null =>
  payload === null ? null : [{ part: itemOf(format, part, safeString(payload.type), payload), ofResult }]
