import type { ToolCallPart } from '../../../ir/call.ts'
import { isObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Part } from '../../../ir/part.ts'
import {
  type Around,
  createApiItem,
  definedFields,
  type Formed,
  type PartForms,
} from '../../../target/part-forms.ts'
import { isFilledText, type Options, optionsForTarget } from '../rows/options.ts'
import { cacheMark, codeExecutionCaller, markNames as marks, messageMarks } from './anthropic-options.ts'
import { serverCall, serverResult } from './anthropic-server.ts'
import { anthropicTool, changeForms, toolFields } from './anthropic-tools.ts'

const format = 'anthropic'

/**
 * Options that may contain a compaction. The AI SDK's package reads the first two; an app may have stored the others.
 */
const compactionOptions = [
  ...['type', 'signature', 'encryptedContent', 'encrypted_content', 'toolChanges', 'tool_changes'],
  ...marks,
]

/** Returns the fields of a compaction that must be sent back with its summary. */
const compactionFields = (options: Options): Options => ({
  signature: options.signature,
  encrypted_content: options.encryptedContent ?? options.encrypted_content,
  tool_changes: options.toolChanges ?? options.tool_changes,
})

function textForm(part: Part & { readonly kind: 'text' }, options: Options, around: Around): Formed {
  const { type, citations } = options
  const fields = { cache_control: cacheMark(options) }
  if (around.role !== 'model') return { fields, used: marks }
  if (type === 'compaction' && part.text !== '') {
    const payload = definedFields({ type, content: part.text, ...compactionFields(options), ...fields })
    return { part: { kind: 'opaque', format, type, payload }, used: compactionOptions }
  }
  return Array.isArray(citations)
    ? { fields: { ...fields, citations }, used: ['citations', ...marks] }
    : { fields, used: marks }
}

function fileForm(part: Part & { readonly kind: 'file' }, options: Options): Formed {
  const { citations, title, context, containerUpload } = options
  const { source } = part
  if (containerUpload === true && source.type === 'id' && source.format === format)
    return {
      part: {
        kind: 'opaque',
        format,
        type: 'container_upload',
        payload: { type: 'container_upload', file_id: source.id },
      },
      used: ['containerUpload', ...marks],
    }
  const enabled = isObject(citations) && citations.enabled === true
  return {
    ...(isFilledText(title) && { part: { ...part, name: title } }),
    fields: {
      cache_control: cacheMark(options),
      ...(enabled && { citations: { enabled } }),
      ...(isFilledText(context) && { context }),
    },
    used: ['citations', 'title', 'context', 'containerUpload', ...marks],
  }
}

/**
 * Returns a call in the API's form. For a tool in a toolset, the API expects the tool's own name, which the AI SDK puts
 * into the input.
 */
function callForm(part: ToolCallPart, options: Options): Formed {
  const { toolsetName } = options
  const { action } = isObject(part.arguments) ? part.arguments : {}
  const isMember = isFilledText(toolsetName) && isFilledText(action)
  return {
    ...(isMember && { part: { ...part, name: action } }),
    fields: {
      cache_control: cacheMark(options),
      caller: codeExecutionCaller(options),
      ...(isMember && { toolset_name: toolsetName }),
    },
    used: ['caller', ...marks, ...(isMember ? ['toolsetName'] : [])],
  }
}

/** Returns the API's block for a part inside a result or between the texts of an answer; null if there is none. */
function noteForm(part: OpaquePart): OpaquePart | null {
  const options = optionsForTarget(part.payload, format)
  const { type, toolName, from, to } = options
  if (type === 'tool-reference' && isFilledText(toolName)) {
    const fields = { type: 'tool_reference', tool_name: toolName, cache_control: cacheMark(options) }
    return createApiItem(format, part, 'tool_reference', definedFields(fields))
  }
  return part.payload.kind === 'anthropic.fallback' && isObject(from) && isObject(to)
    ? createApiItem(format, part, 'fallback', { type: 'fallback', from, to })
    : null
}

/** Conversions of AI SDK parts to the Messages API. Source: `convertToAnthropicPrompt` of @ai-sdk/anthropic 4. */
export const anthropicForms: PartForms = {
  owner: 'anthropic',
  declared: anthropicTool,
  ofMessages: messageMarks,
  tool: toolFields,
  system: options => ({ fields: { cache_control: cacheMark(options) }, used: marks }),
  options(part, options, around) {
    if (part.kind === 'text') return textForm(part, options, around)
    if (part.kind === 'file') return around.role === 'model' ? { used: [] } : fileForm(part, options)
    if (part.kind === 'tool-call') return callForm(part, options)
    if (part.kind !== 'tool-result') return { used: [] }
    const { toolsetName } = options
    return {
      fields: {
        cache_control: cacheMark(options),
        ...(isFilledText(toolsetName) && { toolset_name: toolsetName }),
      },
      // The call refers to the code execution that issued it (programmatic tool calling).
      used: ['caller', 'toolsetName', ...marks],
    }
  },
  message: ({ clearAt }) => definedFields({ clear_at: clearAt }),
  item(part, around) {
    if (part.type === 'system-changes') return changeForms(part, around)
    const item =
      part.type === 'custom'
        ? noteForm(part)
        : part.type === 'tool-call'
          ? serverCall(part, around)
          : part.type === 'tool-result'
            ? serverResult(part, around)
            : null
    return item === null ? null : [{ part: item }]
  },
}
