import type { Native } from '../../ir/extra.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { ReasoningPart } from '../../ir/reasoning.ts'
import { given, list, object, type Raw, string } from '../read.ts'

/** Maker of an answer, as far as the answer names it. */
export interface Maker {
  /** LangChain's name of the provider; empty where it is not said. */
  readonly provider: string
  readonly model: string | undefined
}

/** Whether an answer is Claude's, or says nothing against it. */
const mayBeClaude = ({ provider, model }: Maker): boolean =>
  provider === '' ? model === undefined || model.includes('claude') : provider.includes('anthropic')

const summaryTexts = (item: Raw): string[] => list(item.summary).map(piece => string(object(piece).text))

/** The item of the Responses API that a thought was, without what LangChain added to it. */
function openaiItem(item: Raw): Native | undefined {
  if (!string(item.id).startsWith('rs_')) return undefined
  const words = Array.isArray(item.summary) ? summaryTexts(item) : [string(item.reasoning)].filter(Boolean)
  const summary = words.map(text => ({ type: 'summary_text', text }))
  const sealed = given('encrypted_content', string(item.encrypted_content) || undefined)
  return { format: 'openai', payload: { type: 'reasoning', id: string(item.id), summary, ...sealed } }
}

/** The block of the Messages API that a thought was. */
function anthropicBlock(block: Raw, text: string): Native | undefined {
  if (block.type === 'redacted_thinking')
    return { format: 'anthropic', payload: { type: 'redacted_thinking', data: string(block.data) } }
  const signature = string(block.signature)
  if (signature === '') return undefined
  return { format: 'anthropic', payload: { type: 'thinking', thinking: text, signature } as JsonObject }
}

/** The part of the Gemini API that a thought was. */
const geminiPart = (block: Raw, text: string): Native => ({
  format: 'gemini',
  payload: { text, thought: true, ...given('thoughtSignature', string(block.signature) || undefined) },
})

/** The wire form that a thought was, as its maker has it; undefined where nothing tells. */
function nativeOf(block: Raw, text: string, maker: Maker): Native | undefined {
  if (maker.provider.startsWith('google')) return geminiPart(block, text)
  return openaiItem(block) ?? (mayBeClaude(maker) ? anthropicBlock(block, text) : undefined)
}

/** A block of thought, in the provider's form or the standard one. */
export function readReasoning(block: Raw, maker: Maker): ReasoningPart {
  const words = string(block.thinking) || string(block.reasoning) || string(block.text)
  const text = words || summaryTexts(block).join('\n\n')
  const native = nativeOf(block, text, maker)
  return { kind: 'reasoning', text, ...given('native', native), ...given('model', maker.model) }
}
