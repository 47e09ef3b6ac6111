import { type FillerPlace, fillerAdded } from '../../../diag/target.ts'
import type { AnthropicRules } from '../../../ir/model.ts'
import { fillerText } from '../../../lower/repairs.ts'
import type { Draft } from '../../../target/rule.ts'
import { asksForCompaction, beginsSigned, isOnlySignedCompaction } from './compaction.ts'
import { isEffortDirective } from './late-system.ts'
import { isAtWork } from './opaque.ts'
import type { AnthropicRequest, ContentBlock, Message } from './request.ts'

type AnthropicDraft = Draft<AnthropicRequest, AnthropicRules>

const claudeFiller = ({ origins, note }: AnthropicDraft, place: FillerPlace): Message => {
  note({ kind: `CX7004 ${place}`, say: () => fillerAdded(place, fillerText), at: 'c:filler' })
  return origins.recordWhole({ role: 'user', content: [{ type: 'text', text: fillerText }] }, 'c:filler')
}

/** Rule A4: adds a filler if the first message is neither a user's nor a signed compaction (rule A33). */
export function beginWithUser(draft: AnthropicDraft): void {
  const { messages } = draft.request
  const first = messages.find(message => !isEffortDirective(message))
  if (first?.role !== 'user' && !beginsSigned(first)) messages.unshift(claudeFiller(draft, 'beginning'))
}

/** Rule A6: adds a filler if an answer is last, unless a server tool is running in it or a compaction is requested. */
export function endWithUser(draft: AnthropicDraft): void {
  const { messages } = draft.request
  const last = messages.findLast(message => !isEffortDirective(message))
  if (last?.role === 'assistant' && !isAtWork(last.content) && !asksForCompaction(draft.request))
    messages.push(claudeFiller(draft, 'end'))
}

/**
 * Rule A4: merges consecutive messages of one role. In a merged message, tool results come first, because they must
 * directly follow the answer (rule A2).
 */
export function mergeRoles({ request, origins }: AnthropicDraft): void {
  const merged: Message[] = []
  let joined: Message | null = null
  for (const message of request.messages) {
    const last = merged.at(-1)
    if (last?.role !== message.role || message.role === 'system' || isOnlySignedCompaction(last)) {
      merged.push(message)
      joined = null
      continue
    }
    if (joined === null) {
      joined = origins.recordWhole(
        { role: last.role, content: [...last.content] } as Message,
        origins.originsIn(last).whole ?? 'c:message',
      )
      merged[merged.length - 1] = joined
    }
    for (const block of message.content) (joined.content as ContentBlock[]).push(block)
  }
  request.messages = merged
}
