import { isObject, type JsonObject, type JsonValue } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { type Around, definedFields, type FormedItem, itemOf } from '../../../target/part-forms.ts'
import { filled, optionsIn } from '../rows/options.ts'
import { anthropicTool } from './anthropic-declared.ts'

const format = 'anthropic'

/** Returns a tool that is added by value, as the API defines it; null if it cannot be added so. */
function definition(tool: JsonObject): JsonObject | null {
  const { type, id, name, args, description, inputSchema, strict } = tool
  if (!filled(name)) return null
  if (type === 'function')
    return definedFields({
      name,
      description,
      input_schema: inputSchema as JsonValue,
      strict: strict as JsonValue,
    })
  if (type !== 'provider' || !filled(id)) return null
  return anthropicTool(id, isObject(args) ? (args as JsonObject) : {})?.payload ?? null
}

/**
 * Returns the blocks and the setting of Claude's API for what a system message changes. Source: `convertToAnthropicPrompt` of
 * @ai-sdk/anthropic 4.
 */
export function changeForms(part: OpaquePart, { names }: Around): readonly FormedItem[] {
  const { effort, toolChanges } = optionsIn(part.payload, format)
  const changes = (Array.isArray(toolChanges) ? toolChanges : []).filter(isObject) as readonly JsonObject[]
  const made = changes.flatMap((change): FormedItem[] => {
    const { type, toolName, tool } = change
    if (type !== 'tool_addition' && type !== 'tool_removal') return []
    const added = isObject(tool) ? definition(tool as JsonObject) : null
    const named = filled(toolName) ? { type: 'tool_reference', name: names.get(toolName) ?? toolName } : null
    const wire = added === null ? named : { type: 'tool_definition', definition: added }
    return wire === null ? [] : [{ part: itemOf(format, part, type, { type, tool: wire }) }]
  })
  const config = { type: 'output_config', output_config: { effort: effort as JsonValue } }
  return filled(effort) ? [...made, { part: itemOf(format, part, 'output_config', config) }] : made
}
