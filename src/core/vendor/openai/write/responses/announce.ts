import type { JsonObject } from '../../../../ir/json.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { OpaquePart } from '../../../../ir/opaque.ts'
import type { Announcement, Setting } from '../../../../target/target.ts'
import type { ResponsesRequest } from './request.ts'

const item = (type: string, fields: object): OpaquePart => ({
  kind: 'opaque',
  format: 'openai',
  type,
  payload: { type, ...fields } as JsonObject,
})

/**
 * Returns the items that tell the model of changed declarations; null if the API has no item for a change. A removed
 * tool needs no item, because `tool_choice` no longer allows it.
 */
export function announceChanges(
  { names }: Pick<Setting<OpenAIRules>, 'names'>,
  { tools = [], reasoning, text }: Omit<ResponsesRequest, 'input'>,
  { added, changed, effort, format }: Announcement,
): readonly OpaquePart[] | null {
  const wanted = new Set(added.map(name => names.toWire(name)))
  const found = tools.filter(tool => 'name' in tool && wanted.has(tool.name))
  if (changed.length > 0 || found.length < wanted.size) return null
  // No value stands for the model's default effort.
  if (effort && reasoning?.effort == null) return null
  const update = {
    ...(effort && { reasoning: { effort: reasoning?.effort } }),
    ...(format && { text: { format: text?.format ?? { type: 'text' } } }),
  }
  return [
    ...(found.length > 0 ? [item('additional_tools', { role: 'developer', tools: found })] : []),
    ...(effort || format ? [item('configuration_update', update)] : []),
  ]
}
