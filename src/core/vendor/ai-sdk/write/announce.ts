import { isObject, type JsonObject, type JsonValue } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Announcement, Setting } from '../../../target/target.ts'
import { takesToolChange } from '../../anthropic/write/betas.ts'
import { keepsUpdates } from './configuration-updates.ts'
import type { AISDKRules } from './models.ts'
import type { AISDKRequest, ToolDeclaration } from './request.ts'
import { textFormatOf } from './told.ts'

type Settings = Setting<AISDKRules>
type Head = Omit<AISDKRequest, 'messages'>

/**
 * Returns the options of a system message that tell the model of changed declarations; null if the package has no
 * option for a change.
 */
export function announceChanges(
  setting: Settings,
  request: Head,
  changes: Announcement,
): readonly OpaquePart[] | null {
  const { vendor, reader } = setting.facts.rules
  const write = { openai: openaiChanges, anthropic: claudeChanges }[vendor as string] ?? noChanges
  const options = write(setting, request, changes)
  const provider = reader.changes?.options
  if (options === null || Object.keys(options).length === 0) return options && []
  if (provider === undefined) return null
  const payload = { type: 'system-changes', providerOptions: { [provider]: options } }
  return [{ kind: 'opaque', format: 'ai-sdk', type: 'system-changes', payload }]
}

const noChanges = (_: Settings, __: Head, changes: Announcement): JsonObject | null => {
  const { added, restored, removed, changed, effort, format } = changes
  return effort || format || [...added, ...restored, ...removed, ...changed].length > 0 ? null : {}
}

function openaiChanges(setting: Settings, request: Head, changes: Announcement): JsonObject | null {
  const { added, changed, hasTools, hasFormat, isAnnounced, isWithdrawn, effort, format } = changes
  const found = findTools(setting, request, added)
  if (changed.length > 0 || found === null || (found.length > 0 && !hasTools)) return null
  // The package cannot list a tool of a message among the allowed ones.
  if (isAnnounced && isWithdrawn) return null
  // Without a format in the request, `generateText` sends the current one there.
  const { efforts = [] } = setting.facts.rules.reader.changes ?? {}
  if ((effort && !efforts.includes(String(request.reasoning))) || (format && !hasFormat)) return null
  if ((effort || format) && !keepsUpdates(request.providerOptions)) return null
  const additionalTools = found.map(([name, tool]) => ({
    type: 'function',
    name,
    ...(tool.description !== undefined && { description: tool.description }),
    parameters: tool.inputSchema.jsonSchema as JsonObject,
    // The package sends a tool of the request without `strict` as one that is not strict.
    strict: tool.strict ?? false,
  }))
  return {
    ...(effort && { reasoningEffortUpdate: request.reasoning as string }),
    ...(format && { textFormatUpdate: textFormatOf(request) as JsonObject }),
    ...(additionalTools.length > 0 && { additionalTools }),
  }
}

function claudeChanges(setting: Settings, request: Head, changes: Announcement): JsonObject | null {
  const { added, restored, changed, removed, hasTools, effort, format } = changes
  const { names, model } = setting
  const found = findTools(setting, request, [...added, ...restored, ...changed])
  // Without tools that are always there, the first deferred one would change what the cache holds.
  if (effort || format || found === null || (found.length > 0 && !hasTools)) return null
  const types = [
    ...(removed.length > 0 ? ['tool_removal'] : []),
    ...(found.length > 0 ? ['tool_definition'] : []),
  ]
  if (!types.every(type => takesToolChange(type, model))) return null
  const toolChanges: JsonValue[] = [
    ...removed.map(name => ({ type: 'tool_removal', toolName: names.toWire(name) })),
    ...found.map(([name, tool]) => ({
      type: 'tool_addition',
      tool: {
        type: 'function',
        name,
        ...(tool.description !== undefined && { description: tool.description }),
        inputSchema: tool.inputSchema.jsonSchema as JsonObject,
        ...(tool.strict !== undefined && { strict: tool.strict }),
      },
    })),
  ]
  return toolChanges.length > 0 ? { toolChanges } : {}
}

/** Returns declared functions with their wire names; null if one of them is not in the request. */
function findTools(
  { names }: Settings,
  { tools = {} }: Head,
  wanted: readonly string[],
): (readonly [string, ToolDeclaration])[] | null {
  const found = wanted.flatMap(name => {
    const tool = tools[names.toWire(name)]
    return isObject(tool?.inputSchema) ? [[names.toWire(name), tool as ToolDeclaration] as const] : []
  })
  return found.length < wanted.length ? null : found
}
