import type { Part } from '../../src/core/ir/part.ts'
import type { ReasoningPart } from '../../src/core/ir/reasoning.ts'
import type { Outcome } from './case.ts'
import { type Fields, fields } from './law.ts'
import { fatesOf } from './shown.ts'

/** A part of the AI SDK's as the vendor's own API has it, with all parts of its item: nothing less and nothing else (O11). */
export function isVendorForm(parts: readonly ReasoningPart[], sent: Fields): boolean {
  const payloads = parts.map(({ native }) => fields(native?.payload))
  const texts = payloads.map(({ text }) => text ?? '')
  const options = payloads.map(({ providerOptions }) => fields(providerOptions))
  if (sent.type === 'thinking' || sent.type === 'redacted_thinking') {
    const { signature, redactedData: data } = fields(options[0]?.anthropic)
    return isEqual(
      sent,
      sent.type === 'thinking'
        ? { type: 'thinking', thinking: texts[0], signature }
        : { type: 'redacted_thinking', data },
    )
  }
  if (sent.thought === true) {
    const { google, vertex, googleVertex } = options[0] ?? {}
    const { thoughtSignature } = fields(google ?? vertex ?? googleVertex)
    return isEqual(sent, { text: texts[0], thought: true, thoughtSignature })
  }
  const own = options.map(({ openai, azure }) => fields(openai ?? azure))
  const sealed = own
    .map(({ reasoningEncryptedContent: value }) => value)
    .filter(value => typeof value === 'string')
  const summary = texts.filter(text => text !== '').map(text => ({ type: 'summary_text', text }))
  const last = sealed.findLast(value => value !== '')
  return isEqual(sent, { type: 'reasoning', id: own[0]?.itemId, summary, encrypted_content: last })
}

/** Returns a thought and the following ones in its answer that the AI SDK split from the same item of OpenAI's. */
export function partsOf(outcome: Outcome, seq: number, index: number): ReasoningPart[] {
  const { session } = outcome.conversation
  const itemOf = (part: Part | undefined): unknown => {
    if (part?.kind !== 'reasoning' || part.native?.format !== 'ai-sdk') return undefined
    const { openai, azure } = fields(fields(part.native.payload).providerOptions)
    return fields(openai ?? azure).itemId
  }
  const first = session.event(seq).parts[index] as ReasoningPart
  const id = itemOf(first)
  if (outcome.result.target !== 'openai' || typeof id !== 'string') return [first]
  const own = fatesOf(outcome).find(({ unit }) =>
    unit.spans.some(span => span.seq === seq && span.from <= index && index < span.to),
  )
  return (own?.unit.spans ?? [])
    .flatMap(span => session.event(span.seq).parts.slice(span.from, span.to))
    .filter((part): part is ReasoningPart => itemOf(part) === id)
}

const isEqual = (left: Fields, right: Fields): boolean =>
  [...new Set([...Object.keys(left), ...Object.keys(right)])]
    .filter(key => key !== 'cache_control')
    .every(key => JSON.stringify(left[key]) === JSON.stringify(right[key]))
