import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { type ChangedCall, changedCall } from '../compile/changed-call.ts'
import { cleanText } from '../compile/plain-words.ts'
import { type Block, isCall, type PairedCall } from '../ir/block.ts'
import { mapContent } from './content.ts'

const thoughts = new Set(['reasoning', 'thinking', 'redacted_thinking', 'reasoning_content'])
const calls = new Set(['tool_call', 'tool_use', 'function_call', 'invalid_tool_call'])

/** A call of an answer, and what becomes of it. */
export interface Called {
  readonly call: PairedCall
  readonly sent: ChangedCall
}

/** The calls of an answer with what becomes of each. */
export const calledBy = ({ items }: Block): readonly Called[] =>
  items.filter(isCall).map(call => ({ call, sent: changedCall(call) }))

/** Whether nothing that an answer says by itself had to change; its results are another matter. */
export const isAsItWas = (
  { items, trust }: Block,
  called: readonly Called[],
  thoughtless: boolean,
): boolean =>
  !thoughtless &&
  called.every(({ sent }) => !sent.changed) &&
  items.every(
    ({ part }) =>
      part.kind !== 'text' || (part.text.trim() !== '' && cleanText(part.text, trust) === part.text),
  )

/** An answer with its calls put right, and without its thoughts where they cannot go along. */
export function writeAnswer(
  own: BaseMessage,
  { trust }: Block,
  called: readonly Called[],
  thoughtless: boolean,
  blank: 'dropped' | 'kept' = 'dropped',
): AIMessage {
  const usage = AIMessage.isInstance(own) ? own.usage_metadata : undefined
  const waiting = new Map<string, Called[]>()
  for (const one of called.toReversed()) {
    const queue = waiting.get(one.call.part.id)
    if (queue) queue.push(one)
    else waiting.set(one.call.part.id, [one])
  }
  const inContent = (block: Readonly<Record<string, unknown>>): object | null => {
    if (typeof block.type !== 'string') return block
    if (thoughts.has(block.type)) return thoughtless ? null : block
    const found = calls.has(block.type) ? waiting.get(String(block.id ?? ''))?.pop() : undefined
    // A result in an answer answers nothing.
    if (block.type === 'tool_result') return null
    if (!found) return block
    const { id, value } = found.sent
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
    additional_kwargs: thoughtless ? thoughtlessKwargs : kwargs,
    response_metadata: own.response_metadata,
    ...(usage !== undefined && { usage_metadata: usage }),
    ...(own.id !== undefined && { id: own.id }),
    ...(own.name !== undefined && { name: own.name }),
  })
}
