import { isObject, type JsonObject } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import type { TargetName } from '../../ir/target-name.ts'
import { openaiData } from '../../vendor/openai/read/agents-sdk/openai-data.ts'

type Raw = Readonly<Record<string, unknown>>

/** Reasoning in the format of an API other than Responses, as `aisdk()` models and Chat models keep it. */
export interface ForeignThought {
  readonly type: 'foreign_thought'
  readonly text: string
  readonly data: Raw
}

const textOf = (pieces: unknown): string =>
  Array.isArray(pieces)
    ? pieces.map(piece => (isObject(piece) && typeof piece.text === 'string' ? piece.text : '')).join('')
    : ''

const string = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns a reasoning item of another API; undefined for a Responses API item, or one that does not reveal its API. */
export function foreignThought(item: unknown): ForeignThought | undefined {
  if (!isObject(item) || item.type !== 'reasoning') return undefined
  const { rawContent, content, providerData, id } = item
  const data = isObject(providerData) ? providerData : {}
  if (openaiData(data) !== undefined) return undefined
  const sealed = data.encrypted_content ?? data.encryptedContent
  if (sealed !== undefined || (typeof id === 'string' && id.startsWith('rs_'))) return undefined
  const named = Object.values(data).some(isObject)
  if (!Array.isArray(rawContent) && !named) return undefined
  return { type: 'foreign_thought', text: textOf(rawContent) || textOf(content), data }
}

/** Returns the wire form in which the provider wrote the reasoning, with the provider's API. */
function nativeOf({ text, data }: ForeignThought): { format: TargetName; payload: JsonObject } | undefined {
  const { anthropic, google, vertex } = data
  if (isObject(anthropic)) {
    const redacted = string(anthropic.redactedData)
    if (redacted) return { format: 'anthropic', payload: { type: 'redacted_thinking', data: redacted } }
    const signature = string(anthropic.signature)
    if (signature) return { format: 'anthropic', payload: { type: 'thinking', thinking: text, signature } }
  }
  const gemini = isObject(google) ? google : vertex
  const thoughtSignature = isObject(gemini) ? string(gemini.thoughtSignature) : ''
  return thoughtSignature
    ? { format: 'gemini', payload: { text, thought: true, thoughtSignature } }
    : undefined
}

/** Returns the model id in the name that `aisdk()` gives: `anthropic.messages:claude-sonnet-5`. */
const modelOf = ({ model }: Raw): string | undefined =>
  string(model) ? string(model).slice(string(model).indexOf(':') + 1) : undefined

/**
 * Reads foreign reasoning as the target's own; undefined if it belongs to another API, because such an item is sent
 * unchanged.
 */
export function readThought(item: unknown, target: TargetName): Part | undefined {
  if (!isObject(item) || item.type !== 'foreign_thought') return undefined
  const thought = item as unknown as ForeignThought
  const native = nativeOf(thought)
  if (native?.format !== target) return undefined
  const model = modelOf(thought.data)
  return { kind: 'reasoning', text: thought.text, native, ...(model !== undefined && { model }) }
}
