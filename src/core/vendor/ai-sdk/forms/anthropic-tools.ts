import { isObject, type JsonObject, type JsonValue } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import {
  type Around,
  createApiItem,
  type DeclaredVendorTool,
  type FormedItem,
  type HeadFields,
} from '../../../target/part-forms.ts'
import { isFilledText, type Options, optionsForTarget } from '../rows/options.ts'
import { cacheMark, markNames } from './anthropic-options.ts'
import { snakeFields, snakeKeys } from './snake-fields.ts'

const format = 'anthropic'

/** Names that the API uses in calls of Anthropic's tools, for tool types that do not begin with the call's name. */
const claudeNames: readonly (readonly [type: RegExp, name: string])[] = [
  [/^text_editor_2024|^text_editor_20250124/, 'str_replace_editor'],
  [/^text_editor_/, 'str_replace_based_edit_tool'],
]

/** Returns the API's declaration of one of Anthropic's tools. Source: `prepareTools` of @ai-sdk/anthropic 4. */
export function anthropicTool(id: string, args: JsonObject): DeclaredVendorTool | null {
  const dated = /^anthropic\.([a-z][a-z_]*_\d{8})$/.exec(id)?.[1]
  if (dated === undefined) return null
  const type = dated.replace(/^tool_search_(?=regex|bm25)/, 'tool_search_tool_')
  const name =
    claudeNames.find(([pattern]) => pattern.test(type))?.[1] ?? type.replace(/(_toolset)?_\d{8}$/, '')
  // A toolset has no name; only the tools in it have names.
  const named = /_toolset_\d{8}$/.test(type) ? {} : { name }
  return { name, payload: { type, ...named, ...(snakeKeys(args) as JsonObject) } }
}

/**
 * Returns the fields of a function's declaration that only Claude reads. Source: `prepareTools` of @ai-sdk/anthropic 4.
 */
export const toolFields = (options: Options): HeadFields => ({
  fields: { ...snakeFields(options, 'deferLoading allowedCallers'), cache_control: cacheMark(options) },
  used: ['deferLoading', 'allowedCallers', ...markNames],
})

/** Returns the API's definition of a tool that a message adds; null if the tool cannot be added in a message. */
function addedToolDefinition(tool: JsonObject): JsonObject | null {
  const { type, id, name, args } = tool
  if (!isFilledText(name)) return null
  if (type === 'function') return snakeFields(tool, 'name description inputSchema strict')
  if (type !== 'provider' || !isFilledText(id)) return null
  return anthropicTool(id, isObject(args) ? (args as JsonObject) : {})?.payload ?? null
}

/**
 * Returns the blocks and the setting of the Messages API for the changes that a system message makes with its options.
 * Source: `convertToAnthropicPrompt` of @ai-sdk/anthropic 4.
 */
export function changeForms(part: OpaquePart, { names }: Around): readonly FormedItem[] {
  const { effort, toolChanges } = optionsForTarget(part.payload, format)
  const changes = (Array.isArray(toolChanges) ? toolChanges : []).filter(isObject) as readonly JsonObject[]
  const made = changes.flatMap((change): FormedItem[] => {
    const { type, toolName, tool } = change
    if (type !== 'tool_addition' && type !== 'tool_removal') return []
    const added = isObject(tool) ? addedToolDefinition(tool as JsonObject) : null
    const named = isFilledText(toolName)
      ? { type: 'tool_reference', name: names.get(toolName) ?? toolName }
      : null
    const wire = added === null ? named : { type: 'tool_definition', definition: added }
    return wire === null ? [] : [{ part: createApiItem(format, part, type, { type, tool: wire }) }]
  })
  const config = { type: 'output_config', output_config: { effort: effort as JsonValue } }
  return isFilledText(effort)
    ? [...made, { part: createApiItem(format, part, 'output_config', config) }]
    : made
}
