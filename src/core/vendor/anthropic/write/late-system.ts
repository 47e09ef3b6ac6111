import { lateSystemText } from '../../../diag/target.ts'
import type { AnthropicRules } from '../../../ir/model.ts'
import { isServerResult } from '../../../ir/provider-call.ts'
import { turnOver } from '../../../target/one-turn.ts'
import type { Draft } from '../../../target/rule.ts'
import { opaqueLoss } from '../../../target/travel.ts'
import { contextTags } from '../../../trust/fence.ts'
import type { AnthropicRequest, ContentBlock, Message, TextBlock } from './request.ts'
import { changeAsPart, isToolChange } from './tool-changes.ts'

type AnthropicDraft = Draft<AnthropicRequest, AnthropicRules>
type SystemMessage = Message & { readonly role: 'system' }

/** Whether a message only sets the effort for later messages. It has no content, and is accepted anywhere. */
export const isEffortDirective = (message: Message | undefined): boolean =>
  message?.role === 'system' && message.content.length === 0

/**
 * Whether system text may follow a message. It may follow a user's message, and an answer that ends with a server
 * tool's result.
 */
export const mayPrecedeSystem = (message: Message | undefined): boolean => {
  if (message?.role !== 'assistant') return message?.role === 'user'
  const last = message.content.at(-1)
  return last !== undefined && isServerResult(last)
}

/**
 * Rule A16: system text among the messages keeps its role only between a user and an assistant, or after a user at the
 * end. Other system text is sent as fenced user text. A message that changes tools is moved to such a place.
 */
export function fenceLateSystem(draft: AnthropicDraft): void {
  const { request, facts } = draft
  const { midSystem } = facts.rules
  const all = midSystem ? settleChanges(draft) : request.messages
  request.messages = all.flatMap((message, index): Message[] => {
    if (message.role !== 'system') return [message]
    if (isEffortDirective(message)) return midSystem ? [message] : []
    const before = all.slice(0, index).findLast(other => !isEffortDirective(other))
    const next = all.slice(index + 1).find(other => !isEffortDirective(other))
    const isPlaced = mayPrecedeSystem(before) && (next === undefined || next.role === 'assistant')
    if (midSystem && isPlaced) return [message]
    const isOver = all.slice(index + 1).some(({ role }) => role === 'user')
    return [...effortDirectiveOf(draft, message), ...fenceSystemMessage(draft, message, isOver)]
  })
}

/**
 * Returns the messages with each message that changes tools before the next answer, where it is legal whatever the user
 * wrote after it, and with neighbouring system messages joined, because one may not follow another.
 */
function settleChanges({ request, origins }: AnthropicDraft): readonly Message[] {
  const settled: Message[] = []
  const waiting: Message[] = []
  const put = (message: Message): void => {
    const last = settled.at(-1)
    if (last === undefined || !isJoinable(last) || !isJoinable(message)) {
      settled.push(message)
      return
    }
    const origin = origins.originsIn(last).whole ?? 'c:message'
    const { output_config = last.output_config } = message
    settled[settled.length - 1] = origins.recordWhole(
      {
        ...last,
        content: [...last.content, ...message.content],
        ...(output_config && { output_config }),
      } as Message,
      origin,
    )
  }
  for (const message of request.messages) {
    if (message.role === 'system' && message.content.some(isToolChange)) {
      waiting.push(message)
      continue
    }
    if (message.role === 'assistant') for (const change of waiting.splice(0)) put(change)
    put(message)
  }
  for (const change of waiting) put(change)
  return settled
}

/** Whether a system message may be joined with another: it has content, and its text does not expire. */
const isJoinable = (message: Message): message is SystemMessage =>
  message.role === 'system' && !isEffortDirective(message) && message.clear_at === undefined

/** Returns the effort setting of a system message as a separate message without content, which may be anywhere. */
function effortDirectiveOf({ origins, facts }: AnthropicDraft, message: SystemMessage): Message[] {
  if (message.output_config === undefined || !facts.rules.midSystem) return []
  const { output_config } = message
  return [origins.copyOrigins({ role: 'system', content: [], output_config } as Message, message)]
}

/** Returns a system message as fenced user text; an empty list if its text was for a turn that is over. */
function fenceSystemMessage(draft: AnthropicDraft, message: SystemMessage, isOver: boolean): Message[] {
  const { origins, note, facts } = draft
  const origin = origins.originsIn(message).whole ?? 'c:message'
  const words = message.content.filter((block): block is TextBlock => block.type === 'text')
  // The other blocks change the tools, which a user message cannot do.
  for (const block of message.content as readonly ContentBlock[])
    if (block.type !== 'text')
      note(opaqueLoss(changeAsPart(block), 'misplaced', origins.originsIn(block).whole ?? origin))
  const isPassing = message.clear_at === 'next_user_message'
  // If the model binds reasoning to the text, the reasoning becomes invalid when the text expires. So the text is not
  // sent.
  if (words.length > 0 && isPassing && (isOver || facts.binds !== undefined)) {
    note(turnOver(origin))
    draft.edit(message, 'outdated')
    return []
  }
  if (words.length === 0) {
    draft.edit(message, 'reduced')
    return []
  }
  note({ kind: 'CX7006', say: lateSystemText, at: origin })
  draft.edit(message, 'fenced')
  const content = words.map(block => fencedBlock(draft, block))
  return [origins.recordWhole({ role: 'user', content } as Message, origin)]
}

function fencedBlock({ origins }: AnthropicDraft, block: TextBlock): ContentBlock {
  const { open, close } = contextTags(block.text, 'developer')
  const entry = origins.originsIn(block)
  const inner = entry.key('text')
  const origin = typeof inner === 'string' ? inner : (entry.whole ?? 'c:message')
  const made = origins.recordWhole({ type: 'text', text: '' } as TextBlock, origin)
  made.text = origins.joinRuns(made, 'text', [
    [open, 'c:fence'],
    [block.text, origin],
    [close, 'c:fence'],
  ])
  return made
}
