import { isObject, type JsonObject } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import type { TargetName } from '../../ir/target-name.ts'
import { openaiData } from '../../vendor/openai/read/agents-sdk/openai-data.ts'

type Raw = Readonly<Record<string, unknown>>

/** Reasoning in the format of an API other than Responses, from `aisdk()` or Chat Completions models. */
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

/** Returns a reasoning item of another API; undefined for a Responses API item, or an item of an unknown API. */
export function readForeignReasoning(item: unknown): ForeignThought | undefined {
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

/** Returns reasoning in the wire form of its provider, with the name of the provider's API. */
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

/** Returns the model id from the name that `aisdk()` creates, such as `anthropic.messages:claude-sonnet-5`. */
const modelOf = ({ model }: Raw): string | undefined =>
  string(model) ? string(model).slice(string(model).indexOf(':') + 1) : undefined

/**
 * Reads reasoning of another API if it belongs to the target's API. Returns undefined for any other reasoning, whose
 * item is then sent unchanged.
 */
export function readOwnReasoning(item: unknown, target: TargetName): Part | undefined {
  if (!isObject(item) || item.type !== 'foreign_thought') return undefined
  const thought = item as unknown as ForeignThought
  const native = nativeOf(thought)
  if (native?.format !== target) return undefined
  const model = modelOf(thought.data)
  return { kind: 'reasoning', text: thought.text, native, ...(model !== undefined && { model }) }
}
