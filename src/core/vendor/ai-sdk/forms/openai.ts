import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Part } from '../../../ir/part.ts'
import { type Around, type Formed, itemOf, type PartForms } from '../../../target/part-forms.ts'
import { isOwnId } from '../../openai/rows/own-id.ts'
import { filled, type Options, optionsIn } from '../rows/options.ts'
import { formApproval } from './openai-approval.ts'
import { serverItems } from './openai-call.ts'
import { openaiTool } from './openai-declared.ts'

const format = 'openai'

/** Returns the program that made a call, in the API's spelling. */
function callerIn({ caller }: Options): JsonObject | undefined {
  if (!isObject(caller)) return undefined
  const { type, callerId } = caller
  if (type === 'direct') return { type }
  return type === 'program' && filled(callerId) ? { type, caller_id: callerId } : undefined
}

/**
 * Returns the form of an answer's text. Its id and annotations are kept only if the id is OpenAI's and no lost
 * reasoning is bound to it.
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

/** Returns the form of a part's options, common to both OpenAI APIs. */
function options(part: Part, given: Options, around: Around): Formed {
  switch (part.kind) {
    case 'text':
      return textForm(given, around)
    case 'file':
      return { fields: { detail: given.imageDetail }, used: ['imageDetail'] }
    case 'tool-call':
      return around.target === format
        ? // The AI SDK's converter sends a function call without its item id: outputs are matched by call id.
          {
            fields: { caller: callerIn(given), namespace: given.namespace },
            used: ['itemId', 'caller', 'namespace'],
          }
        : { used: ['itemId'] }
    case 'tool-result':
      return around.target === format
        ? { fields: { caller: callerIn(given) }, used: ['itemId', 'caller'] }
        : { used: ['itemId'] }
    default:
      return { used: [] }
  }
}

/** Returns a compaction that the server made; null for any other part. */
function compaction(part: OpaquePart): OpaquePart | null {
  const { itemId, encryptedContent } = optionsIn(part.payload, format)
  if (part.payload.kind !== 'openai.compaction' || !filled(itemId) || !filled(encryptedContent)) return null
  return itemOf(format, part, 'compaction', {
    type: 'compaction',
    id: itemId,
    encrypted_content: encryptedContent,
  })
}

/** Forms of the Responses API. Source: `convertToOpenAIResponsesInput` of @ai-sdk/openai 4. */
export const responsesForms: PartForms = {
  owner: 'openai',
  declared: openaiTool,
  options,
  item(part, around) {
    const isApproval = part.type.startsWith('tool-approval-')
    if (part.type !== 'custom' && !isApproval) return serverItems(part, around)
    const item = isApproval ? formApproval(part, around) : compaction(part)
    return item === null ? null : [{ part: item }]
  },
}

/** Forms of Chat Completions, which has no items for server tools. */
export const chatForms: PartForms = { owner: 'openai', options, item: () => null }
