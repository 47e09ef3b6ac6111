import type { Native } from '../../ir/extra.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { ReasoningPart } from '../../ir/reasoning.ts'
import { givenField, listOr, objectOr, type Raw, stringOr } from '../read.ts'

/** Provider and model that made an answer, as far as the answer names them. */
export interface Maker {
  /** LangChain's name of the provider; empty if the answer does not name one. */
  readonly provider: string
  readonly model: string | undefined
}

/** Whether an answer may be Claude's: it names Claude, or neither a provider nor a model. */
const mayBeClaude = ({ provider, model }: Maker): boolean =>
  provider === '' ? model === undefined || model.includes('claude') : provider.includes('anthropic')

const summaryTexts = (item: Raw): string[] =>
  listOr(item.summary).map(piece => stringOr(objectOr(piece).text))

/** Returns a reasoning block as a Responses API item, without the fields that LangChain added. */
function openaiItem(item: Raw): Native | undefined {
  if (!stringOr(item.id).startsWith('rs_')) return undefined
  const words = Array.isArray(item.summary) ? summaryTexts(item) : [stringOr(item.reasoning)].filter(Boolean)
  const summary = words.map(text => ({ type: 'summary_text', text }))
  const sealed = givenField('encrypted_content', stringOr(item.encrypted_content) || undefined)
  return { format: 'openai', payload: { type: 'reasoning', id: stringOr(item.id), summary, ...sealed } }
}

/** Returns a reasoning block as a Messages API block. */
function anthropicBlock(block: Raw, text: string): Native | undefined {
  if (block.type === 'redacted_thinking')
    return { format: 'anthropic', payload: { type: 'redacted_thinking', data: stringOr(block.data) } }
  const signature = stringOr(block.signature)
  if (signature === '') return undefined
  return { format: 'anthropic', payload: { type: 'thinking', thinking: text, signature } as JsonObject }
}

/** Returns a reasoning block as a Gemini API part. */
const geminiPart = (block: Raw, text: string): Native => ({
  format: 'gemini',
  payload: { text, thought: true, ...givenField('thoughtSignature', stringOr(block.signature) || undefined) },
})

/** Returns a reasoning block in its provider's wire form; undefined if the provider is unknown. */
function nativeOf(block: Raw, text: string, maker: Maker): Native | undefined {
  if (maker.provider.startsWith('google')) return geminiPart(block, text)
  return openaiItem(block) ?? (mayBeClaude(maker) ? anthropicBlock(block, text) : undefined)
}

/** Reads a reasoning block, in the provider's form or the standard form. */
export function readReasoning(block: Raw, maker: Maker): ReasoningPart {
  const words = stringOr(block.thinking) || stringOr(block.reasoning) || stringOr(block.text)
  const text = words || summaryTexts(block).join('\n\n')
  const native = nativeOf(block, text, maker)
  return { kind: 'reasoning', text, ...givenField('native', native), ...givenField('model', maker.model) }
}
