import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { type Around, createApiItem, definedFields, type FormedItem } from '../../../target/part-forms.ts'
import { safeString } from '../../../text/reason.ts'
import { isFilledText, optionsForTarget } from '../rows/options.ts'
import { isAskedAbout } from './openai-approval.ts'
import { snakeFields } from './snake-fields.ts'

const format = 'openai'

/** Call that the server ran, merged from the AI SDK's two parts for it: the call and the result. */
interface Ran {
  readonly id: string
  readonly callId: string
  readonly input: JsonObject
  /** Output of the tool; null if there is none yet or the tool failed. */
  readonly value: JsonObject | null
  /** Id of the result, if the result is a separate item. */
  readonly resultId: string
}

/** Function that makes an item from a call; null if the output does not come from the call's tool. */
type Make = (ran: Ran) => JsonObject | null

/**
 * Items of a tool: either one item for a call with its result, and the keys whose values come from the result; or one
 * item for the call and one for the result.
 */
type Items =
  | { readonly one: Make; readonly ofResult: readonly string[] }
  | { readonly call: Make; readonly result: Make }

const status = 'completed'

/** API names of search actions, by their AI SDK names. */
const actions: Readonly<Record<string, string>> = {
  search: 'search',
  openPage: 'open_page',
  findInPage: 'find_in_page',
}

const webSearch: Items = {
  one({ id, value }) {
    if (!isObject(value?.action)) return null
    const { type, ...action } = value.action as JsonObject
    const kind = typeof type === 'string' && Object.hasOwn(actions, type) ? actions[type] : undefined
    if (kind === undefined) return null
    const sources = kind === 'search' ? value.sources : undefined
    return { type: 'web_search_call', id, status, action: definedFields({ type: kind, ...action, sources }) }
  },
  ofResult: ['action'],
}

const ofServer: Items = {
  one({ resultId: id, value }) {
    const { serverLabel, name, arguments: asked } = value ?? {}
    if (!isFilledText(serverLabel) || !isFilledText(name) || typeof asked !== 'string') return null
    return { type: 'mcp_call', id, ...snakeFields(value ?? {}, 'serverLabel name arguments output error') }
  },
  ofResult: ['id', 'server_label', 'name', 'arguments', 'output', 'error'],
}

/** Conversions to items, by the tool's name. */
const items: ReadonlyMap<string, Items> = new Map<string, Items>([
  ['web_search', webSearch],
  ['web_search_preview', webSearch],
  [
    'file_search',
    {
      one({ id, value }) {
        if (!Array.isArray(value?.queries)) return null
        const { queries, results } = value
        const found = Array.isArray(results)
          ? results.filter(isObject).map(one => snakeFields(one, 'attributes fileId filename score text'))
          : null
        return { type: 'file_search_call', id, queries, status, results: found }
      },
      ofResult: ['queries', 'results'],
    },
  ],
  [
    'code_interpreter',
    {
      one({ id, input: { code = null, containerId }, value }) {
        if (value === null || !isFilledText(containerId)) return null
        const { outputs = null } = value
        return { type: 'code_interpreter_call', id, code, container_id: containerId, outputs, status }
      },
      ofResult: ['outputs'],
    },
  ],
  [
    'image_generation',
    {
      one: ({ id, value }) =>
        isFilledText(value?.result)
          ? { type: 'image_generation_call', id, status, result: value.result }
          : null,
      ofResult: ['result'],
    },
  ],
  [
    'tool_search',
    {
      call: ({ id, input }) => ({
        ...{ type: 'tool_search_call', id, execution: 'server', call_id: null, status },
        arguments: input.arguments ?? {},
      }),
      result({ resultId: id, value }) {
        if (!Array.isArray(value?.tools)) return null
        const { tools } = value
        return { type: 'tool_search_output', id, execution: 'server', call_id: null, status, tools }
      },
    },
  ],
  [
    'programmatic_tool_calling',
    {
      call: ({ id, callId, input: { code, fingerprint } }) =>
        isFilledText(code) && isFilledText(fingerprint)
          ? { type: 'program', id, call_id: callId, code, fingerprint }
          : null,
      result: ({ resultId: id, callId, value }) =>
        typeof value?.result === 'string' && isFilledText(value.status)
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
  const openaiItemIdOf = (part: OpaquePart | undefined): string => {
    const { itemId } = optionsForTarget(part?.payload, format)
    return isFilledText(itemId) ? itemId : callId
  }
  return {
    id: openaiItemIdOf(call),
    callId,
    input: isObject(input) ? (input as JsonObject) : {},
    value: type === 'json' && isObject(value) ? (value as JsonObject) : null,
    resultId: openaiItemIdOf(result),
  }
}

/**
 * Returns the items for a call or result of OpenAI's server tools; null for a part that becomes no item. The AI SDK's
 * converter refers to items stored at the server; ctxc sends whole items, which need no stored copy.
 */
export function serverItems(part: OpaquePart, around: Around): FormedItem[] | null {
  const { toolCallId, toolName } = part.payload
  if (!isFilledText(toolCallId) || !isFilledText(toolName)) return null
  const isCall = part.type === 'tool-call'
  if (isCall && isAskedAbout(part, around)) return []
  if (!isCall && part.type !== 'tool-result') return null
  const call = around.calls.get(toolCallId)
  const result = around.results.get(toolCallId)
  const ran = ranBy(call, result)
  const name = around.names.get(toolName) ?? toolName
  const made = toolName.startsWith('mcp.') ? ofServer : items.get(name)
  if (made === undefined) return null
  if ('call' in made) return singleItemList(part, isCall ? made.call(ran) : made.result(ran))
  if (call === undefined || result === undefined) return null
  const item = singleItemList(part, made.one(ran), made.ofResult)
  // The item is placed at the call and contains the result, so the result's part becomes no item.
  return item === null || isCall ? item : []
}

/** Returns a list with the item that was made from a part; null if there is no item. */
const singleItemList = (
  part: OpaquePart,
  payload: JsonObject | null,
  ofResult: readonly string[] = [],
): FormedItem[] | null =>
  payload === null
    ? null
    : [{ part: createApiItem(format, part, safeString(payload.type), payload), ofResult }]
