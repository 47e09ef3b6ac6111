import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { AnthropicRules } from '../../../ir/model.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Draft, Report } from '../../../target/rule.ts'
import type { Announcement, Setting } from '../../../target/target.ts'
import { opaqueLoss } from '../../../target/travel.ts'
import { safeString } from '../../../text/reason.ts'
import { takesToolChange } from './betas.ts'
import type { AnthropicRequest, ContentBlock, Message } from './request.ts'

/** Whether a block adds or removes a tool for the later history. */
export const isToolChange = ({ type }: { readonly type: string }): boolean =>
  type === 'tool_addition' || type === 'tool_removal'

const toolOf = (block: object): JsonObject => {
  const { tool } = block as { readonly tool?: unknown }
  return isObject(tool) ? (tool as JsonObject) : {}
}

/** Returns the name of the tool that a block defines itself; null if the block only names a tool. */
function definedToolName(block: object): string | null {
  const { type, definition } = toolOf(block)
  return type === 'tool_definition' && isObject(definition) ? safeString(definition.name) : null
}

/**
 * Returns the names of the tools that a block defines: the tool that it adds, or the tools that a compaction keeps
 * defined.
 */
function definedToolNames(block: object): readonly string[] {
  const { tool_changes: changes } = block as { readonly tool_changes?: unknown }
  const all = Array.isArray(changes) ? changes.filter(isObject) : [block]
  return all.flatMap(change => definedToolName(change) ?? [])
}

/**
 * Yields each change to a tool that is neither declared nor defined by an earlier block, and the place of the change.
 */
function* undeclaredChanges(request: AnthropicRequest): Generator<{
  readonly block: ContentBlock
  readonly name: string
  readonly message: number
  readonly place: number
}> {
  // The tools of an MCP server are not listed in the request, so any name may be theirs.
  if ((request as { readonly mcp_servers?: unknown }).mcp_servers !== undefined) return
  const known = new Set(request.tools?.map(({ name }) => name))
  for (const [message, { role, content }] of request.messages.entries()) {
    // Outside system messages, only a compaction defines tools, and only if it is the first block.
    const looked = role === 'system' ? content : content.slice(0, 1)
    for (const [place, block] of (looked as readonly ContentBlock[]).entries()) {
      for (const name of definedToolNames(block)) known.add(name)
      if (!isToolChange(block) || definedToolName(block) !== null) continue
      const name = safeString(toolOf(block).name ?? '')
      if (!known.has(name)) yield { block, name, message, place }
    }
  }
}

/** Checks rule A17: every tool that a change names is declared or was defined earlier. */
export function checkChanges(request: AnthropicRequest, report: Report): void {
  for (const { name, message, place } of undeclaredChanges(request))
    report(`/messages/${message}/content/${place}`, `'${name}' is not declared`)
}

/** Rule A17: drops changes to tools that are neither declared nor defined earlier. */
export function dropUndeclaredChanges(draft: Draft<AnthropicRequest, AnthropicRules>): void {
  const { request, origins, note, edit } = draft
  const gone = new Set([...undeclaredChanges(request)].map(({ block }) => block))
  if (gone.size === 0) return
  request.messages = request.messages.flatMap((message): Message[] => {
    const content = (message.content as ContentBlock[]).filter(block => !gone.has(block))
    if (content.length === message.content.length) return [message]
    edit(message, 'reduced')
    for (const block of message.content)
      if (gone.has(block))
        note(
          opaqueLoss(changeAsPart(block), 'undeclared tool', origins.originsIn(block).whole ?? 'c:message'),
        )
    const left = origins.copyOrigins({ ...message, content } as Message, message)
    return content.length > 0 || 'output_config' in left ? [left] : []
  })
}

/**
 * Returns the blocks that tell Claude of changed tools; null if a change needs a request field. An added tool with the
 * name of an earlier one replaces it.
 */
export function announceToolChanges(
  { names, model }: Pick<Setting<AnthropicRules>, 'names' | 'model'>,
  { tools = [] }: Omit<AnthropicRequest, 'messages'>,
  { added, restored, changed, removed, hasTools, effort, format }: Announcement,
): readonly OpaquePart[] | null {
  const wanted = new Set([...added, ...restored, ...changed].map(name => names.toWire(name)))
  const found = tools.filter(({ name }) => wanted.has(name))
  if (effort || format || found.length < wanted.size) return null
  // A request without tools would get declarations for the calls of the added ones.
  if (found.length > 0 && !hasTools) return null
  const types = [
    ...(removed.length > 0 ? ['tool_removal'] : []),
    ...(found.length > 0 ? ['tool_definition'] : []),
  ]
  if (!types.every(type => takesToolChange(type, model))) return null
  return [
    ...removed.map(name => ({
      type: 'tool_removal',
      tool: { type: 'tool_reference', name: names.toWire(name) },
    })),
    ...found.map(definition => ({
      type: 'tool_addition',
      tool: { type: 'tool_definition', definition: definition as unknown as JsonObject },
    })),
  ].map(changeAsPart)
}

/** Returns a tool change as a part that a note can describe. */
export const changeAsPart = (block: object): OpaquePart => ({
  kind: 'opaque',
  format: 'anthropic',
  type: (block as ContentBlock).type,
  payload: block as JsonObject,
})
