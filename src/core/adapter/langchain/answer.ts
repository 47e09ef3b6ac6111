import { AIMessage, type BaseMessage, type MessageContent } from '@langchain/core/messages'
import { geminiSignatures } from '../../from/langchain/answer.ts'
import { callIdOf } from '../../from/langchain/calls.ts'
import { unwrapNonStandard } from '../../from/langchain/content.ts'
import type { Block } from '../../ir/block.ts'
import { isObject } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import { requiresReasoningSent, serverItemAsText } from '../../target/travel.ts'
import { cleanOutput, cleanText } from '../plain-words.ts'
import type { Called } from './called.ts'
import type { ClassForm } from './class-form.ts'
import { mapContent } from './content.ts'
import { type Metadata, metadataOf } from './output.ts'
import { toolCalls, withComputerCalls } from './tool-calls.ts'

type Fields = Readonly<Record<string, unknown>>

const thoughts = new Set(['reasoning', 'thinking', 'redacted_thinking', 'reasoning_content'])
const calls = new Set([
  ...['tool_call', 'tool_use', 'function_call', 'invalid_tool_call', 'functionCall'],
  ...['custom_tool_call', 'computer_call'],
])

/** Answer, with its tool calls as they are sent. */
export interface RepairedAnswer {
  readonly block: Block
  readonly called: readonly Called[]
  /** Whether the answer's reasoning cannot be sent. */
  readonly thoughtless: boolean
}

/** Whether an answer is sent unchanged, apart from its results. Dropping a call that was stored twice is a change. */
export const isAnswerUnchanged = (
  spoken: readonly Part[],
  { block: { items, trust }, called, thoughtless }: RepairedAnswer,
): boolean =>
  !thoughtless &&
  called.every(({ sent }) => !sent.changed) &&
  spoken.filter(({ kind }) => kind === 'tool-call').length === called.length &&
  items.every(
    ({ part }) =>
      part.kind !== 'text' || (part.text.trim() !== '' && cleanText(part.text, trust) === part.text),
  )

/** Tool calls of an answer. Content blocks may repeat these calls; each call is matched with one such block. */
class RepeatedCalls {
  /** Calls that no block has matched yet, by id. Lists are reversed: the last element is the first call. */
  private readonly waiting = new Map<string, Called[]>()
  private readonly ids = new Set<unknown>()
  private readonly names = new Set<unknown>()

  /** `spoken`: parts of the recorded answer. Their calls may be sent in another place, or not at all. */
  constructor(called: readonly Called[], spoken: readonly Part[]) {
    for (const one of called.toReversed()) {
      const queue = this.waiting.get(one.call.part.id)
      if (queue) queue.push(one)
      else this.waiting.set(one.call.part.id, [one])
    }
    for (const part of spoken) {
      if (part.kind !== 'tool-call') continue
      this.ids.add(part.id)
      this.names.add(part.name)
    }
  }

  /** Returns and removes the call that a content block repeats; undefined if none is left. */
  take(block: Fields): Called | undefined {
    const { functionCall: own } = block
    if (!isObject(own)) return this.waiting.get(callIdOf(block))?.pop()
    if (typeof own.id === 'string') return this.waiting.get(own.id)?.pop()
    // Calls of Gemini may have no id. LangChain then assigned ids in the order of the blocks.
    const queue = [...this.waiting.values()].find(all => all.at(-1)?.call.part.name === own.name)
    return queue?.pop()
  }

  /** Whether a block repeats a call that was recorded with the answer. */
  isRecorded(block: Fields): boolean {
    const { functionCall: own } = block
    if (!isObject(own)) return this.ids.has(callIdOf(block))
    return typeof own.id === 'string' ? this.ids.has(own.id) : this.names.has(own.name)
  }
}

/**
 * Texts that replace items of OpenAI's server, by id. They are needed if reasoning was dropped, because the API then
 * refuses the ids of the items that followed it.
 */
class BereftItems {
  private readonly texts: ReadonlyMap<unknown, string>
  private readonly repeated = new Set<unknown>()

  constructor(spoken: readonly Part[], trust: Block['trust']) {
    this.texts = new Map(
      spoken.flatMap(part =>
        part.kind === 'opaque' && requiresReasoningSent(part)
          ? [[part.payload.id, cleanOutput(serverItemAsText(part), trust)] as const]
          : [],
      ),
    )
  }

  /** Returns the text that replaces a block; undefined for a block that can be sent. */
  textOf(block: Fields): string | undefined {
    const { id } = unwrapNonStandard(block)
    this.repeated.add(id)
    return this.texts.get(id)
  }

  /** Returns the texts of the items that no content block contains. */
  left(): readonly string[] {
    return [...this.texts].flatMap(([id, text]) => (text === '' || this.repeated.has(id) ? [] : [text]))
  }
}

/** Returns a content block of an answer. A call in the block is repaired. Returns null if the block is dropped. */
function writeBlock(
  block: Fields,
  repeated: RepeatedCalls,
  thoughtless: boolean,
  bereft: BereftItems,
): object | null {
  if (typeof block.type !== 'string') return block
  if (thoughts.has(block.type)) return thoughtless ? null : block
  const text = bereft.textOf(block)
  if (text !== undefined) return text === '' ? null : { type: 'text', text }
  // Tool results belong in messages of their own, not in an answer.
  if (block.type === 'tool_result') return null
  if (!calls.has(block.type)) return block
  const found = repeated.take(block)
  // If the answer no longer has the recorded call, the same call was stored twice and is sent only once.
  return found ? writeCall(block, found) : repeated.isRecorded(block) ? null : block
}

/** Converts a content block of an answer to a form that the model class accepts. */
function convertAnswerBlock(block: Fields, form: ClassForm | null, at: string): readonly object[] {
  return form === null || typeof block.type !== 'string' ? [block] : form.convertBlock('ai', block, at)
}

function writeCall(block: Fields, { call, sent: { id, value } }: Called): object {
  if (block.type === 'custom_tool_call' || block.type === 'computer_call') return { ...block, call_id: id }
  if (isObject(block.functionCall)) {
    const { id: given, ...own } = block.functionCall
    return { ...block, functionCall: { ...own, ...(given !== undefined && { id }), args: value } }
  }
  return block.type === 'tool_use'
    ? { ...block, id, input: value }
    : { type: 'tool_call', id, name: call.part.name, args: value }
}

/** Returns an answer with repaired calls, without its reasoning if the reasoning cannot be sent. */
export function writeRepairedAnswer(
  own: BaseMessage,
  spoken: readonly Part[],
  { block, called, thoughtless }: RepairedAnswer,
  form: ClassForm | null,
  blank: 'dropped' | 'kept' = 'dropped',
): AIMessage {
  const { trust } = block
  const usage = AIMessage.isInstance(own) ? own.usage_metadata : undefined
  const repeated = new RepeatedCalls(called, spoken)
  const bereft = new BereftItems(thoughtless ? spoken : [], trust)
  const formed = form === null || form.sendsWholeMessage(own) ? null : form
  const kept = mapContent(
    own.content,
    text => cleanText(text, trust),
    piece => {
      const written = writeBlock(unwrapNonStandard(piece), repeated, thoughtless, bereft)
      const at = block.items[0]?.origin ?? ''
      return written === null ? [] : convertAnswerBlock(written as Fields, formed, at)
    },
    blank,
  )
  const said = withTexts(kept, bereft.left())
  const content = formed?.withCalls(said, called, thoughtless) ?? said
  const { tool_calls: _calls, function_call: _call, ...kwargs } = own.additional_kwargs
  const { reasoning: _reasoning, reasoning_content: _words, ...thoughtlessKwargs } = kwargs
  return new AIMessage({
    content: content as AIMessage['content'],
    tool_calls: toolCalls(own, called),
    invalid_tool_calls: [],
    additional_kwargs: renamedSignatures(
      withComputerCalls(thoughtless ? thoughtlessKwargs : kwargs, called),
      called,
    ),
    response_metadata: dropContentVersion(metadataOf(own, block, called, thoughtless), formed),
    ...(usage !== undefined && { usage_metadata: usage }),
    ...(own.id !== undefined && { id: own.id }),
    ...(own.name !== undefined && { name: own.name }),
  })
}

/**
 * Returns an answer's metadata. The version of the content is removed if the content was converted for the model class.
 */
function dropContentVersion(metadata: Metadata, formed: ClassForm | null): Metadata {
  if (formed === null) return metadata
  const { output_version: _, ...rest } = metadata
  return rest
}

/** Returns a message content with texts added before it. */
function withTexts(content: MessageContent, texts: readonly string[]): MessageContent {
  if (texts.length === 0) return content
  const blocks = texts.map(text => ({ type: 'text' as const, text }))
  if (typeof content !== 'string') return [...blocks, ...content]
  return content === '' ? blocks : [...blocks, { type: 'text', text: content }]
}

/** Returns a message's extra fields, with Gemini's signatures stored under the current ids of the calls. */
function renamedSignatures(
  kwargs: Readonly<Record<string, unknown>>,
  called: readonly Called[],
): Record<string, unknown> {
  const signatures = kwargs[geminiSignatures]
  if (!isObject(signatures)) return kwargs
  const entries = called.flatMap(({ call, sent }) => {
    const signature = signatures[call.part.id]
    return signature === undefined ? [] : [[sent.id, signature] as const]
  })
  return { ...kwargs, [geminiSignatures]: Object.fromEntries(entries) }
}
