import type { Placed } from '../../ir/block.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { ReasoningPart } from '../../ir/reasoning.ts'
import type { TargetName } from '../../ir/target-name.ts'
import { filled, optionsIn } from './options.ts'

/** A thought of the AI SDK as the API that made it has it; null for one that it cannot read. */
function thoughtOf(payload: JsonObject, target: TargetName): JsonObject | null {
  const options = optionsIn(payload, target)
  const { signature, redactedData, thoughtSignature, itemId, reasoningEncryptedContent: sealed } = options
  const text = typeof payload.text === 'string' ? payload.text : ''
  if (target === 'anthropic' && filled(signature)) return { type: 'thinking', thinking: text, signature }
  if (target === 'anthropic' && filled(redactedData)) return { type: 'redacted_thinking', data: redactedData }
  if (target === 'gemini' && filled(thoughtSignature)) return { text, thought: true, thoughtSignature }
  if (target !== 'openai' || !(filled(itemId) || filled(sealed))) return null
  const summary = text === '' ? [] : [{ type: 'summary_text', text }]
  return {
    type: 'reasoning',
    ...(filled(itemId) && { id: itemId }),
    summary,
    ...(filled(sealed) && { encrypted_content: sealed }),
  }
}

/** Thoughts of an answer; those of one item of OpenAI's, which the AI SDK has a part for each of, are one again. */
export class Thoughts {
  private readonly items = new Map<string, JsonObject>()

  read(placed: Placed<ReasoningPart>, target: TargetName): Placed[] {
    const { native } = placed.part
    const payload = native?.format === 'ai-sdk' ? thoughtOf(native.payload, target) : null
    if (payload === null) return [placed]
    const known = typeof payload.id === 'string' ? this.items.get(payload.id) : undefined
    if (known !== undefined) {
      const both = [known, payload].flatMap(({ summary }) => (Array.isArray(summary) ? summary : []))
      Object.assign(known, { ...payload, summary: both })
      return []
    }
    if (typeof payload.id === 'string') this.items.set(payload.id, payload)
    return [{ ...placed, part: { ...placed.part, native: { format: target, payload } } }]
  }
}
