import { isObject, type JsonValue } from '../ir/json.ts'
import type { Part } from '../ir/part.ts'
import { isCallBlock, readCallBlock, readPiece } from './langchain-content.ts'
import { type Maker, readReasoning } from './langchain-reasoning.ts'
import { list, object, type Raw, string } from './read.ts'

/** The provider and the model that an answer names. */
export function makerOf({ response_metadata: given }: Raw): Maker {
  const metadata = object(given)
  const model = string(metadata.model_name) || string(metadata.model)
  return { provider: string(metadata.model_provider), model: model || undefined }
}

/** The calls of an answer: those that were understood, then those that were not. */
function callsOf(fields: Raw): Raw[] {
  const own = [...list(fields.tool_calls), ...list(fields.invalid_tool_calls)].filter(isObject)
  if (own.length > 0) return own.map(flat)
  const kwargs = object(fields.additional_kwargs)
  const old = list(kwargs.tool_calls).filter(isObject).map(flat)
  return isObject(kwargs.function_call) ? [...old, kwargs.function_call] : old
}

/** A call with its name at the top; OpenAI's own form has it one level down. */
const flat = (call: Raw): Raw =>
  isObject(call.function)
    ? { id: call.id, name: call.function.name, arguments: call.function.arguments }
    : call

/** Thoughts that stand beside the content. */
function besides(fields: Raw, parts: readonly Part[], maker: Maker): Part[] {
  if (parts.some(({ kind }) => kind === 'reasoning')) return []
  const { reasoning, reasoning_content: words } = object(fields.additional_kwargs)
  if (isObject(reasoning)) return [readReasoning(reasoning, maker)]
  return typeof words === 'string' && words !== '' ? [{ kind: 'reasoning', text: words }] : []
}

const idOf = (call: Raw): string => string(call.id) || string(call.call_id) || `name ${string(call.name)}`

/** Calls by id, each to be taken once. */
class Calls {
  private readonly waiting = new Map<string, Raw[]>()
  private readonly taken = new Set<Raw>()
  private readonly all: readonly Raw[]

  constructor(all: readonly Raw[]) {
    this.all = all
    for (const call of all.toReversed()) {
      const queue = this.waiting.get(idOf(call))
      if (queue) queue.push(call)
      else this.waiting.set(idOf(call), [call])
    }
  }

  /** The call that a block of content stands for. */
  take(block: Raw): Raw | undefined {
    const call = this.waiting.get(idOf(block))?.pop()
    if (call) this.taken.add(call)
    return call
  }

  /** Those that no block stood for. */
  get rest(): readonly Raw[] {
    return this.all.filter(call => !this.taken.has(call))
  }
}

/** What a model said, thought and called; a call that stands among the content too is one call. */
export function readAnswer(fields: Raw): readonly Part[] {
  const maker = makerOf(fields)
  const calls = new Calls(callsOf(fields))
  const parts: Part[] = []
  for (const piece of piecesOf(fields.content)) {
    const part = isCallBlock(piece) ? readCallBlock(calls.take(piece) ?? piece) : readPiece(piece, maker)
    if (part) parts.push(part)
  }
  const refusal = object(fields.additional_kwargs).refusal
  return [
    ...besides(fields, parts, maker),
    ...parts,
    ...(typeof refusal === 'string' && refusal !== ''
      ? [
          {
            kind: 'text',
            text: refusal,
            extra: { format: 'openai-chat', fields: { type: 'refusal' } },
          } as const,
        ]
      : []),
    ...calls.rest.map(readCallBlock),
  ]
}

const piecesOf = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? content : content === null || content === undefined ? [] : [content]

/** Arguments as they weigh in a scan. */
export const argumentsOf = (call: Raw): JsonValue =>
  (call.args ?? call.input ?? call.arguments ?? {}) as JsonValue
