import { isObject, type JsonObject } from '../../../ir/json.ts'
import { type Declared, definedFields } from '../../../target/part-forms.ts'
import { snakeKeys } from './snake-keys.ts'

/** OpenAI's tools whose arguments differ from the API's only in spelling. */
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

/** Source: `prepareResponsesTools` of @ai-sdk/openai 4. */
export function openaiTool(id: string, args: JsonObject, name: string): Declared | null {
  const type = id.startsWith('openai.') ? id.slice('openai.'.length) : ''
  const sent = snakeKeys(args) as JsonObject
  const tool = (payload: JsonObject): Declared => ({
    name: type,
    payload: { type, ...definedFields(payload) },
  })
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
      // Names of headers keep their spelling.
      return tool({ ...sent, headers: args.headers, require_approval: sent.require_approval ?? 'never' })
    case 'tool_search':
      return tool({ ...sent, parameters: args.parameters })
    case 'custom': {
      const { description, format } = args
      return { name, payload: { type, name, ...definedFields({ description, format }) } }
    }
    default:
      return null
  }
}
