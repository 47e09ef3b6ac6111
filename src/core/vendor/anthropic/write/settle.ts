import { callerFieldDropped } from '../../../diag/opaque.ts'
import type { JsonObject } from '../../../ir/json.ts'
import type { AnthropicRules } from '../../../ir/model.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Draft } from '../../../target/rule.ts'
import { opaqueAsText, opaqueLoss, reasoningLoss } from '../../../target/travel.ts'
import { wellFormed } from '../../../text/well-formed.ts'
import { escapeOwnTags } from '../../../trust/fence.ts'
import { findHalves, type Halves } from './halves.ts'
import { isEffortDirective } from './late-system.ts'
import type { AnthropicRequest, ContentBlock, Message, TextBlock } from './request.ts'
import { isThinking } from './thinking.ts'

type AnthropicDraft = Draft<AnthropicRequest, AnthropicRules>

/**
 * Rule A3: sends server-tool calls without a result, and results without a call, as text. Drops a `caller` that names
 * an unsent call. Thinking next to a changed block is dropped (rule A8). Models that bind thinking to its context
 * refuse thinking that was written while the call was still open, so it is dropped too (rule A25). Later thinking was
 * written after the block had become text, so it is kept.
 */
export function settleServerTools(draft: AnthropicDraft): void {
  const { request, facts } = draft
  const halves = findHalves(request.messages)
  if (halves.blocks.size + halves.callers.size === 0) return
  // Index of the first message whose thinking was written after all earlier incomplete blocks had become text.
  let sound = 0
  request.messages = request.messages.map((message, at) => {
    const changes = message.content.some(block => halves.blocks.has(block) || halves.callers.has(block))
    const own = message.content.some(block => halves.blocks.has(block))
    const broken = own || (at < sound && facts.binds !== undefined)
    for (const block of message.content) sound = Math.max(sound, halves.blocks.get(block) ?? 0)
    const thinks = broken && message.content.some(isThinking)
    return changes || thinks ? replaceHalves(draft, message, halves, broken) : message
  })
  request.messages = request.messages.filter(
    message => message.content.length > 0 || isEffortDirective(message),
  )
}

/**
 * Returns a message whose incomplete blocks are written as text. If `gone` is set, the message's thinking is dropped.
 */
function replaceHalves(
  draft: AnthropicDraft,
  message: Message,
  { blocks, callers }: Halves,
  gone: boolean,
): Message {
  const { origins, note, edit } = draft
  const whole = origins.originsIn(message).whole ?? 'c:message'
  const content = message.content.flatMap((block): ContentBlock[] => {
    const origin = origins.originsIn(block).whole ?? whole
    if (gone && isThinking(block)) {
      note(reasoningLoss('what precedes it changed', origin))
      edit(message, 'reasoning-omitted')
      return []
    }
    if (blocks.has(block)) {
      edit(message, 'reduced')
      return [blockAsText(draft, block, origin)]
    }
    if (!callers.has(block)) return [block]
    note({ kind: 'CX7021', say: callerFieldDropped, at: origin })
    edit(message, 'reduced')
    const { caller: _, ...rest } = block as ContentBlock & { caller?: unknown }
    return [origins.copyOrigins(rest as ContentBlock, block)]
  })
  return origins.copyOrigins({ ...message, content } as Message, message)
}

function blockAsText({ origins, note }: AnthropicDraft, block: ContentBlock, origin: string): ContentBlock {
  const { type } = block
  const part: OpaquePart = {
    kind: 'opaque',
    format: 'anthropic',
    type,
    payload: block as unknown as JsonObject,
  }
  note(opaqueLoss(part, 'half missing', origin, 'sent as text'))
  const text = origins.recordWhole({ type: 'text', text: '' } as TextBlock, origin)
  text.text = origins.joinRuns(text, 'text', [[escapeOwnTags(wellFormed(opaqueAsText(part))), origin]])
  return text
}
