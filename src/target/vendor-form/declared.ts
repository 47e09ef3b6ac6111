import type { NativeTool } from '../../agent/agent.ts'
import { isObject, type JsonObject, type JsonValue } from '../../ir/json.ts'
import type { TargetName } from '../../ir/target-name.ts'
import { isTooDeep } from '../../text/depth.ts'
import { given } from './form.ts'

/** A vendor's tool as its API declares it, and the name that the API gives its calls. */
export interface Declared {
  readonly name: string
  readonly payload: JsonObject
}

const snake = (key: string): string => key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Arguments of a tool in the spelling of OpenAI's and Anthropic's APIs, which the AI SDK has in camel case. */
function snakeKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(snakeKeys)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value as JsonObject).flatMap(([key, item]) =>
      item === undefined ? [] : [[snake(key), snakeKeys(item)]],
    ),
  )
}

/** Names of Anthropic's tools whose calls are named otherwise than their types begin. */
const claudeNames: readonly (readonly [type: RegExp, name: string])[] = [
  [/^text_editor_2024|^text_editor_20250124/, 'str_replace_editor'],
  [/^text_editor_/, 'str_replace_based_edit_tool'],
]

function anthropicTool(id: string, args: JsonObject): Declared | null {
  const dated = /^anthropic\.([a-z][a-z_]*_\d{8})$/.exec(id)?.[1]
  if (dated === undefined) return null
  const type = dated.replace(/^tool_search_(?=regex|bm25)/, 'tool_search_tool_')
  const name =
    claudeNames.find(([pattern]) => pattern.test(type))?.[1] ?? type.replace(/(_toolset)?_\d{8}$/, '')
  // A toolset has no name: its members have.
  const named = /_toolset_\d{8}$/.test(type) ? {} : { name }
  return { name, payload: { type, ...named, ...(snakeKeys(args) as JsonObject) } }
}

/** OpenAI's tools whose arguments are the API's but for the spelling. */
const plainOpenAI: ReadonlySet<string> = new Set([
  'local_shell',
  'shell',
  'apply_patch',
  'computer',
  'web_search',
  'web_search_preview',
  'image_generation',
  'programmatic_tool_calling',
])

function openaiTool(id: string, name: string, args: JsonObject): Declared | null {
  const type = id.startsWith('openai.') ? id.slice('openai.'.length) : ''
  const sent = snakeKeys(args) as JsonObject
  const tool = (payload: JsonObject): Declared => ({ name: type, payload: { type, ...given(payload) } })
  if (plainOpenAI.has(type)) return tool(sent)
  switch (type) {
    case 'file_search': {
      const { ranking, ...rest } = sent
      return tool({ ...rest, ranking_options: ranking })
    }
    case 'code_interpreter': {
      const { container } = sent
      if (typeof container === 'string') return tool({ container })
      return tool({ container: { type: 'auto', ...(isObject(container) && (container as JsonObject)) } })
    }
    case 'mcp':
      // The headers of a request are spelt as they are.
      return tool({ ...sent, headers: args.headers, require_approval: sent.require_approval ?? 'never' })
    case 'tool_search':
      return tool({ ...sent, parameters: args.parameters })
    case 'custom': {
      const { description, format } = args
      return { name, payload: { type, name, ...given({ description, format }) } }
    }
    default:
      return null
  }
}

/** Google's tools by what they are declared under. */
const googleKeys: Readonly<Record<string, string>> = {
  'google.google_search': 'googleSearch',
  'google.enterprise_web_search': 'enterpriseWebSearch',
  'google.url_context': 'urlContext',
  'google.code_execution': 'codeExecution',
  'google.file_search': 'fileSearch',
  'google.google_maps': 'googleMaps',
}

const takesArguments: ReadonlySet<string> = new Set(['googleSearch', 'fileSearch'])

function googleTool(id: string, args: JsonObject): Declared | null {
  const key = Object.hasOwn(googleKeys, id) ? googleKeys[id] : undefined
  if (key === undefined) return null
  const name = id.slice('google.'.length)
  return { name, payload: { [key]: takesArguments.has(key) ? args : {} } }
}

/**
 * A provider's tool of the AI SDK as the vendor's API declares it; null for one that has no form there. Source: the
 * vendors' `prepareTools`.
 */
export function declaredTool(target: TargetName, { native }: NativeTool): Declared | null {
  const { id, name, args } = native.payload
  if (typeof id !== 'string' || isTooDeep(args)) return null
  const given = (isObject(args) ? args : {}) as JsonObject
  if (target === 'anthropic') return anthropicTool(id, given)
  if (target === 'openai') return openaiTool(id, typeof name === 'string' ? name : '', given)
  return target === 'gemini' ? googleTool(id, given) : null
}
