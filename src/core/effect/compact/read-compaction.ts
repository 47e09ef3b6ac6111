import { isObject, type JsonObject, type JsonValue } from '../../ir/json.ts'
import type { OpaquePart } from '../../ir/opaque.ts'

/** Compaction that a provider returned. */
export interface MadeCompaction {
  readonly format: OpaquePart['format']
  /** Blocks or items to send in place of the messages, as the provider returned them. */
  readonly items: readonly JsonObject[]
  /** Usage as the provider reported it. */
  readonly usage: JsonValue
}

/** Reads the answer of an API to a request for a compaction. Throws an error that says why there is none. */
export function readCompaction(answer: unknown): MadeCompaction {
  if (!isObject(answer)) throw new Error('it gave no object')
  const { content, output, stop_reason: stop } = answer
  const usage = (answer.usage ?? null) as JsonValue
  if (Array.isArray(output)) return { format: 'openai', items: readItems(output), usage }
  if (!Array.isArray(content)) throw new Error('it gave no answer of the Messages or the Responses API')
  const [block] = content as readonly unknown[]
  if (!isObject(block) || content.length > 1 || block.type !== 'compaction' || !isFilled(block.content))
    throw new Error(`the provider gave no summary (${String(stop)})`)
  if (!isFilled(block.signature)) throw new Error('the compaction has no signature')
  return { format: 'anthropic', items: [block as JsonObject], usage }
}

/** Reads the window that OpenAI returns: user messages, then one compaction item. */
function readItems(output: readonly unknown[]): readonly JsonObject[] {
  const last = output.at(-1)
  if (!isObject(last) || last.type !== 'compaction' || !isFilled(last.encrypted_content))
    throw new Error('the provider gave no compaction item')
  if (!output.slice(0, -1).every(item => isObject(item) && item.role === 'user'))
    throw new Error('the provider gave items other than user messages before its compaction')
  return output as readonly JsonObject[]
}

const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
