import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { cleanText } from '../adapter/plain-words.ts'
import { geminiSignatures } from '../from/langchain/answer.ts'
import type { Block } from '../ir/block.ts'
import { isObject } from '../ir/json.ts'
import type { Part } from '../ir/part.ts'
import type { Called } from './called.ts'
import { mapContent } from './content.ts'
import { metadataOf } from './output.ts'

const thoughts = new Set(['reasoning', 'thinking', 'redacted_thinking', 'reasoning_content'])
const idOf = ({ id, functionCall: own }: Readonly<Record<string, unknown>>): unknown =>
  isObject(own) ? own.id : id
const calls = new Set(['tool_call', 'tool_use', 'function_call', 'invalid_tool_call', 'functionCall'])

/** Whether nothing that an answer says by itself had to change: not a call that was stored twice; its results are another matter. */
export const isAsItWas = (
  { items, trust }: Block,
  spoken: readonly Part[],
  called: readonly Called[],
  thoughtless: boolean,
): boolean =>
  !thoughtless &&
  called.every(({ sent }) => !sent.changed) &&
  spoken.filter(({ kind }) => kind === 'tool-call').length === called.length &&
  items.every(
    ({ part }) =>
      part.kind !== 'text' || (part.text.trim() !== '' && cleanText(part.text, trust) === part.text),
  )

/** An answer with its calls put right, and without its thoughts where they cannot go along. */
export function writeAnswer(
  own: BaseMessage,
  block: Block,
  called: readonly Called[],
  thoughtless: boolean,
  blank: 'dropped' | 'kept' = 'dropped',
): AIMessage {
  const { trust } = block
  const usage = AIMessage.isInstance(own) ? own.usage_metadata : undefined
  const waiting = new Map<string, Called[]>()
  for (const one of called.toReversed()) {
    const queue = waiting.get(one.call.part.id)
    if (queue) queue.push(one)
    else waiting.set(one.call.part.id, [one])
  }
  const known = new Set<unknown>(waiting.keys())
  const repeated = (block: Readonly<Record<string, unknown>>): Called | undefined => {
    const { functionCall: own } = block
    if (!isObject(own)) return waiting.get(String(block.id ?? ''))?.pop()
    if (typeof own.id === 'string') return waiting.get(own.id)?.pop()
    // Gemini's calls may have no id: LangChain gave them theirs in the order of the blocks.
    const queue = [...waiting.values()].find(all => all.at(-1)?.call.part.name === own.name)
    return queue?.pop()
  }
  const inContent = (block: Readonly<Record<string, unknown>>): object | null => {
    if (typeof block.type !== 'string') return block
    if (thoughts.has(block.type)) return thoughtless ? null : block
    const found = calls.has(block.type) ? repeated(block) : undefined
    // A result in an answer answers nothing.
    if (block.type === 'tool_result') return null
    // So does a call that is none of the answer's: it was stored twice, and is sent once.
    if (!found) return calls.has(block.type) && known.has(idOf(block)) ? null : block
    const { id, value } = found.sent
    if (isObject(block.functionCall)) {
      const { id: given, ...call } = block.functionCall
      return { ...block, functionCall: { ...call, ...(given !== undefined && { id }), args: value } }
    }
    return block.type === 'tool_use'
      ? { ...block, id, input: value }
      : { type: 'tool_call', id, name: found.call.part.name, args: value }
  }
  const { tool_calls: _calls, function_call: _call, ...kwargs } = own.additional_kwargs
  const { reasoning: _reasoning, reasoning_content: _words, ...thoughtlessKwargs } = kwargs
  return new AIMessage({
    content: mapContent(
      own.content,
      text => cleanText(text, trust),
      inContent,
      blank,
    ) as AIMessage['content'],
    tool_calls: called.map(({ call, sent }) => ({
      type: 'tool_call',
      id: sent.id,
      name: call.part.name,
      args: sent.value,
    })),
    invalid_tool_calls: [],
    additional_kwargs: renamedSignatures(thoughtless ? thoughtlessKwargs : kwargs, called),
    response_metadata: metadataOf(own, block, called, thoughtless),
    ...(usage !== undefined && { usage_metadata: usage }),
    ...(own.id !== undefined && { id: own.id }),
    ...(own.name !== undefined && { name: own.name }),
  })
}

/** Fields with Gemini's signatures under the ids that the calls have now. */
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
