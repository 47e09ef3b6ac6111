import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Part } from '../../../ir/part.ts'
import {
  type Around,
  createApiItem,
  type DeclaredVendorTool,
  definedFields,
  type Formed,
  type PartForms,
} from '../../../target/part-forms.ts'
import { isOwnId } from '../../openai/rows/items.ts'
import { isFilledText, type Options, optionsForTarget } from '../rows/options.ts'
import { formApproval } from './openai-approval.ts'
import { serverItems } from './openai-server.ts'
import { snakeKeys } from './snake-fields.ts'

const format = 'openai'

/** Returns the reference to the program that made a call, in the API's spelling. */
function programCaller({ caller }: Options): JsonObject | undefined {
  if (!isObject(caller)) return undefined
  const { type, callerId } = caller
  if (type === 'direct') return { type }
  return type === 'program' && isFilledText(callerId) ? { type, caller_id: callerId } : undefined
}

/**
 * Returns an answer's text in the API's form. Its id and annotations are kept only if the id is OpenAI's own, and if no
 * reasoning was dropped that must accompany the id.
 */
function answerForm({ itemId, phase, annotations }: Options, { mayBeStored }: Around): Formed {
  const isStored = mayBeStored && isOwnId(itemId, 'msg')
  return {
    fields: { ...(isStored && { annotations }) },
    envelope: { ...(isStored && { id: itemId }), phase },
    used: ['itemId', 'phase', ...(isStored ? ['annotations'] : [])],
  }
}

function textForm(options: Options, around: Around): Formed {
  if (around.role !== 'model')
    return {
      fields: { prompt_cache_breakpoint: options.promptCacheBreakpoint },
      used: ['promptCacheBreakpoint'],
    }
  return around.target === format ? answerForm(options, around) : { used: ['itemId', 'phase'] }
}

/** Returns a part's options in the form that both OpenAI APIs expect. */
function formOpenAIOptions(part: Part, own: Options, around: Around): Formed {
  switch (part.kind) {
    case 'text':
      return textForm(own, around)
    case 'file':
      return { fields: { detail: own.imageDetail }, used: ['imageDetail'] }
    case 'tool-call':
    case 'tool-result': {
      if (around.target !== format) return { used: ['itemId'] }
      const space = part.kind === 'tool-call' ? ['namespace'] : []
      const { namespace } = part.kind === 'tool-call' ? own : {}
      // As in the AI SDK, a function call is sent without its item id, because the call's output refers to the call id.
      return { fields: { caller: programCaller(own), namespace }, used: ['itemId', 'caller', ...space] }
    }
    case 'data':
    case 'opaque':
    case 'reasoning':
      return { used: [] }
  }
}

/** Returns a compaction by the server as an item; null for any other part. */
function compactionItem(part: OpaquePart): OpaquePart | null {
  const { itemId, encryptedContent } = optionsForTarget(part.payload, format)
  if (part.payload.kind !== 'openai.compaction' || !isFilledText(itemId) || !isFilledText(encryptedContent))
    return null
  return createApiItem(format, part, 'compaction', {
    type: 'compaction',
    id: itemId,
    encrypted_content: encryptedContent,
  })
}

/** OpenAI's tools whose arguments differ from the API's only in the spelling of keys. */
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

/** Returns the API's declaration of one of OpenAI's tools. Source: `prepareResponsesTools` of @ai-sdk/openai 4. */
function openaiTool(id: string, args: JsonObject, name: string): DeclaredVendorTool | null {
  const type = id.startsWith('openai.') ? id.slice('openai.'.length) : ''
  const sent = snakeKeys(args) as JsonObject
  const createDeclaration = (payload: JsonObject): DeclaredVendorTool => ({
    name: type,
    payload: { type, ...definedFields(payload) },
  })
  if (plainOpenAI.has(type)) return createDeclaration(sent)
  switch (type) {
    case 'file_search': {
      const { ranking, ...rest } = sent
      return createDeclaration({ ...rest, ranking_options: ranking })
    }
    case 'code_interpreter': {
      const { container } = sent
      if (typeof container === 'string') return createDeclaration({ container })
      return createDeclaration({
        container: { type: 'auto', ...(isObject(container) && (container as JsonObject)) },
      })
    }
    case 'mcp':
      // Header names are data, so their spelling is kept.
      return createDeclaration({
        ...sent,
        headers: args.headers,
        require_approval: sent.require_approval ?? 'never',
      })
    case 'tool_search':
      return createDeclaration({ ...sent, parameters: args.parameters })
    case 'custom': {
      const { description, format } = args
      return { name, payload: { type, name, ...definedFields({ description, format }) } }
    }
    default:
      return null
  }
}

/** Conversions of AI SDK parts to the Responses API. Source: `convertToOpenAIResponsesInput` of @ai-sdk/openai 4. */
export const responsesForms: PartForms = {
  owner: 'openai',
  declared: openaiTool,
  options: formOpenAIOptions,
  item(part, around) {
    const isApproval = part.type.startsWith('tool-approval-')
    if (part.type !== 'custom' && !isApproval) return serverItems(part, around)
    const item = isApproval ? formApproval(part, around) : compactionItem(part)
    return item === null ? null : [{ part: item }]
  },
}

/** Conversions of AI SDK parts to Chat Completions, which has no items for server tools. */
export const chatForms: PartForms = { owner: 'openai', options: formOpenAIOptions, item: () => null }
