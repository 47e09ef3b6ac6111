import type { ReasoningPart } from '../../src/core/ir/reasoning.ts'
import type { Outcome } from './case.ts'
import { type Fields, fields } from './law.ts'
import { callKey } from './pairs.ts'
import { fatesOf, textsOf } from './shown.ts'

/** Reasoning that this request's model could read, in order. */
export interface Thought {
  readonly origin: string
  readonly unit: number
  readonly kept: boolean
  readonly part: ReasoningPart
  /** Certainly made by the very model that is called; of another's, it depends who reads it. */
  readonly own: boolean
  /** Whether a visible part follows in the same answer. */
  readonly followed: boolean
}

/** Returns the options that the AI SDK keeps in a part for the vendor of a model. */
function optionsFor(model: string | null, payload: unknown): Fields {
  const { anthropic, openai } = fields(fields(payload).providerOptions)
  return fields(/claude-/.test(model ?? '') ? anthropic : openai)
}

export const sealedBy = ({ native }: ReasoningPart, model: string | null): string => {
  const { signature, data, encrypted_content: content, thoughtSignature: seal } = fields(native?.payload)
  const own = native?.format === 'ai-sdk' ? optionsFor(model, native.payload) : {}
  const { signature: sealed, redactedData, reasoningEncryptedContent, itemId } = own
  return String(
    signature ??
      data ??
      content ??
      seal ??
      sealed ??
      redactedData ??
      reasoningEncryptedContent ??
      itemId ??
      '',
  )
}

/** Whether a wire block has the shape that its provider gives it. */
function isWellMade({ native }: ReasoningPart): boolean {
  const { type, id, summary, thinking, text } = fields(native?.payload)
  if (/\\ud[89a-f]/.test(JSON.stringify(native?.payload))) return false
  if (native?.format === 'gemini')
    return typeof text === 'string' && isBase64(fields(native.payload).thoughtSignature)
  if (native?.format === 'ai-sdk')
    return !/<\/?context:/i.test(JSON.stringify(native.payload.providerOptions) ?? '')
  if (type !== 'reasoning') return type === 'redacted_thinking' || typeof thinking === 'string'
  const pieces = Array.isArray(summary) ? summary.map(fields) : null
  const named = id === undefined || /^rs_[\w-]{0,61}$/.test(String(id))
  return named && (pieces?.every(piece => typeof piece.text === 'string') ?? false)
}

/** Whether a signature is one that the Gemini API can read. */
export const isBase64 = (value: unknown): boolean => typeof value === 'string' && /^[\w+/-]+=*$/.test(value)

/** Every sealed thought of a session that its target could take. */
export function thoughtsOf(outcome: Outcome): Thought[] {
  const { conversation, result } = outcome
  const { session } = conversation
  const ids = new Set<unknown>()
  return fatesOf(outcome).flatMap(({ unit, fate, edits }) => {
    // No agent is shown another's thoughts.
    if (edits.includes('attributed') || edits.includes('rendered')) return []
    if (unit.kind !== 'model') return []
    const places = unit.spans.flatMap(({ seq, from, to }) =>
      Array.from({ length: to - from }, (_, index) => ({ seq, index: from + index })),
    )
    return places.flatMap(({ seq, index }, place) => {
      const part = session.event(seq).parts[index]
      if (part?.kind !== 'reasoning' || part.native?.format !== result.target) return []
      if (sealedBy(part, result.model) === '' || !isWellMade(part)) return []
      // An item that was there before under the same id would be refused (R8).
      const { itemId } = result.target === 'ai-sdk' ? optionsFor(result.model, part.native.payload) : {}
      const { id = itemId } = fields(part.native.payload)
      const own = part.model === undefined || part.model === result.model
      if (own && id !== undefined && ids.has(id)) return []
      if (own) ids.add(id)
      const partsOf = (from: number, to?: number) =>
        places.slice(from, to).flatMap(next => session.event(next.seq).parts[next.index] ?? [])
      // A call that was stored twice is sent once, at its first place.
      const called = new Set(partsOf(0, place).flatMap(callKey))
      const followed = partsOf(place + 1).some(
        next =>
          (next.kind === 'tool-call' && !callKey(next).some(key => called.has(key))) ||
          (next.kind === 'text' && textsOf(next).some(({ text }) => text.trim() !== '')),
      )
      return [{ origin: `e:${seq}.${index}`, unit: unit.ordinal, kept: fate === 'kept', part, own, followed }]
    })
  })
}
