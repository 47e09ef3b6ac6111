import type { Placed } from '../../../ir/block.ts'
import type { JsonObject } from '../../../ir/json.ts'
import type { Run } from '../../../ir/origin.ts'
import type { ReasoningPart } from '../../../ir/reasoning.ts'
import type { TargetName } from '../../../ir/target-name.ts'
import { type VendorName, vendorOf } from '../../rows/vendors.ts'
import { isFilledText, optionsForTarget, optionsUnder, providersOf } from '../rows/options.ts'

/** API to which reasoning is sent, and the vendor of the API. */
interface Api {
  readonly target: TargetName
  readonly owner: VendorName
}

/**
 * Returns AI SDK reasoning in the form of the API that made it; null if the target is another API. Reasoning without
 * its signature is returned too; the target then sends it or reports its loss.
 */
function convertThought(
  payload: JsonObject,
  { target, owner }: Api,
  model: string | undefined,
): JsonObject | null {
  // The options of the reasoning show its vendor; without options, its model does.
  const own = optionsUnder(payload, providersOf(target)) !== null
  const made = model !== undefined && vendorOf(model) === owner
  if (!(payload.providerOptions === undefined ? made : own)) return null
  const options = optionsForTarget(payload, target)
  const { signature, redactedData, thoughtSignature, itemId, reasoningEncryptedContent: sealed } = options
  const text = typeof payload.text === 'string' ? payload.text : ''
  if (target === 'anthropic') {
    if (!isFilledText(signature) && isFilledText(redactedData))
      return { type: 'redacted_thinking', data: redactedData }
    return { type: 'thinking', thinking: text, ...(isFilledText(signature) && { signature }) }
  }
  if (target === 'gemini')
    return { text, thought: true, ...(isFilledText(thoughtSignature) && { thoughtSignature }) }
  if (target !== 'openai') return null
  const summary = text === '' ? [] : [{ type: 'summary_text', text }]
  const item = { type: 'reasoning', ...(isFilledText(itemId) && { id: itemId }), summary }
  return { ...item, ...(isFilledText(sealed) && { encrypted_content: sealed }) }
}

/**
 * Reasoning of one answer. The AI SDK stores an OpenAI item with several texts as several parts. Here these parts are
 * merged into one again.
 */
export class Thoughts {
  private readonly items = new Map<string, { readonly payload: JsonObject; readonly runs: Run[] }>()
  /** Whether any reasoning read so far has an id or encrypted content, so that OpenAI can identify the reasoning. */
  isHeld = false

  readReasoningPart(placed: Placed<ReasoningPart>, api: Api): Placed[] {
    const { native, model } = placed.part
    const payload = native?.format === 'ai-sdk' ? convertThought(native.payload, api, model) : null
    if (payload === null) return [placed]
    this.isHeld ||= isFilledText(payload.id) || isFilledText(payload.encrypted_content)
    const { text } = placed.part
    const known = typeof payload.id === 'string' ? this.items.get(payload.id) : undefined
    if (known !== undefined) {
      const both = [known.payload, payload].flatMap(({ summary }) => (Array.isArray(summary) ? summary : []))
      Object.assign(known.payload, { ...payload, summary: both })
      known.runs.push([text, placed.origin])
      return []
    }
    const runs: Run[] = [[text, placed.origin]]
    if (typeof payload.id === 'string') this.items.set(payload.id, { payload, runs })
    return [{ ...placed, runs, part: { ...placed.part, native: { format: api.target, payload } } }]
  }
}
