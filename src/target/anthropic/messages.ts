import { type FillerPlace, fillerAdded, lateSystemText } from '../../diag/target.ts'
import type { AnthropicRules } from '../../ir/model.ts'
import { fillerText } from '../../lower/repairs.ts'
import { fence } from '../../trust/fence.ts'
import type { Draft } from '../rule.ts'
import { asksForCompaction, beginsSigned, isAlone } from './compaction.ts'
import { isAtWork } from './opaque.ts'
import type { AnthropicRequest, ContentBlock, Message, TextBlock } from './request.ts'

type AnthropicDraft = Draft<AnthropicRequest, AnthropicRules>

const filler = ({ origins, note }: AnthropicDraft, place: FillerPlace): Message => {
  note({ kind: `CX7004 ${place}`, say: () => fillerAdded(place, fillerText), at: 'c:filler' })
  return origins.whole({ role: 'user', content: [{ type: 'text', text: fillerText }] }, 'c:filler')
}

/** A16: system text keeps its role only after a user and before an assistant or the end; elsewhere it is fenced. */
export function fenceLateSystem(draft: AnthropicDraft): void {
  const { request, facts, origins, note } = draft
  request.messages = request.messages.map((message, index, all) => {
    if (message.role !== 'system') return message
    const [before, next] = [all[index - 1], all[index + 1]]
    const answers = next?.content[0]?.type === 'tool_result'
    const placed = before?.role === 'user' && (next === undefined || next.role === 'assistant') && !answers
    if (facts.rules.midSystem && placed) return message
    const origin = origins.at(message).whole ?? 'c:message'
    note({ kind: 'CX7006', say: lateSystemText, at: origin })
    draft.edit(message, 'fenced')
    // Other blocks change the tools, which a user message cannot do.
    const words = message.content.filter(block => block.type === 'text')
    return origins.whole(
      { role: 'user', content: words.map(block => fencedBlock(draft, block)) } as Message,
      origin,
    )
  })
  request.messages = request.messages.filter(({ content }) => content.length > 0)
}

function fencedBlock({ origins }: AnthropicDraft, block: TextBlock): ContentBlock {
  const { open, close } = fence(block.text, 'developer')
  const entry = origins.at(block)
  const inner = entry.key('text')
  const origin = typeof inner === 'string' ? inner : (entry.whole ?? 'c:message')
  const fenced = origins.whole({ type: 'text', text: '' } as TextBlock, origin)
  fenced.text = origins.rope(fenced, 'text', [
    [open, 'c:fence'],
    [block.text, origin],
    [close, 'c:fence'],
  ])
  return fenced
}

/** A4: the first message is a user's, or a signed compaction (A33). */
export function beginWithUser(draft: AnthropicDraft): void {
  const { messages } = draft.request
  if (messages[0]?.role !== 'user' && !beginsSigned(messages[0])) messages.unshift(filler(draft, 'beginning'))
}

/** A6: the last message is not an assistant's, unless a server tool is at work in it, or it is to be summarized. */
export function endWithUser(draft: AnthropicDraft): void {
  const { messages } = draft.request
  const last = messages.at(-1)
  if (last?.role === 'assistant' && !isAtWork(last.content) && !asksForCompaction(draft.request))
    messages.push(filler(draft, 'end'))
}

/** A4: merges neighbours of one role into one message; results come first in it (A2), since they follow the answer. */
export function mergeRoles({ request, origins }: AnthropicDraft): void {
  const merged: Message[] = []
  let joined: Message | null = null
  for (const message of request.messages) {
    const last = merged.at(-1)
    if (last?.role !== message.role || message.role === 'system' || isAlone(last)) {
      merged.push(message)
      joined = null
      continue
    }
    if (joined === null) {
      joined = origins.whole(
        { role: last.role, content: [...last.content] } as Message,
        origins.at(last).whole ?? 'c:message',
      )
      merged[merged.length - 1] = joined
    }
    for (const block of message.content) (joined.content as ContentBlock[]).push(block)
  }
  request.messages = merged
}
