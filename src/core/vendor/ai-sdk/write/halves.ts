import type { JsonObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Draft } from '../../../target/rule.ts'
import { opaqueAsText, opaqueLoss } from '../../../target/travel.ts'
import { wellFormed } from '../../../text/well-formed.ts'
import { escapeOwnTags } from '../../../trust/fence.ts'
import type { AISDKRules } from './models.ts'
import { isApproval } from './opaque.ts'
import type { AISDKRequest, AssistantPart, ModelMessage, TextPart } from './request.ts'

/** Part of a provider's own tool. */
interface Half {
  readonly type: string
  readonly toolCallId?: string
  readonly providerExecuted?: boolean
}

const partsOf = ({ role, content }: ModelMessage): readonly AssistantPart[] =>
  role === 'assistant' && typeof content !== 'string' ? content : []

/**
 * Finds calls of a provider's tools without a result, and results without a call. Code that Claude runs waits for the
 * results of the calls that the code makes, so the code's own result may come in a later answer. A user's text ends the
 * wait (rule A3).
 */
export function findHalves(messages: readonly ModelMessage[]): ReadonlySet<AssistantPart> {
  const seen = new Set<string | undefined>()
  const open = new Map<string | undefined, AssistantPart>()
  const halves = new Set<AssistantPart>()
  const closeOpenCalls = (): void => {
    for (const part of open.values()) halves.add(part)
    open.clear()
  }
  for (const message of messages) {
    if (message.role === 'user' || message.role === 'system') closeOpenCalls()
    const parts = partsOf(message)
    const asked = parts.flatMap(part => (isApproval(part.type) ? [(part as Half).toolCallId] : []))
    for (const part of parts) {
      const { type, toolCallId: id, providerExecuted } = part as Half
      // A call with an approval request has not run, so it needs no result.
      if (type === 'tool-call' && providerExecuted === true && !asked.includes(id)) {
        // A result belongs to the first call with its id.
        if (seen.has(id)) halves.add(part)
        else open.set(id, part)
        seen.add(id)
      } else if (type === 'tool-result' && !open.delete(id)) halves.add(part)
    }
  }
  // If the last answer contains none of the open calls, the server did not continue them, so no result can come.
  const last = messages.at(-1)
  const isOpen = (part: AssistantPart): boolean => open.get((part as Half).toolCallId) === part
  if (last?.role === 'assistant' && !partsOf(last).some(isOpen)) closeOpenCalls()
  return halves
}

/**
 * Rule S16: sends calls of Claude's own tools without a result, and results without a call, as text. All messages are
 * searched, because a result may come in a later answer than its call.
 */
export function sendUnpairedAsText(draft: Draft<AISDKRequest, AISDKRules>): void {
  const { request, facts, origins, edit } = draft
  if (facts.rules.vendor !== 'anthropic') return
  const halves = findHalves(request.messages)
  if (halves.size === 0) return
  request.messages = request.messages.map(message => {
    const parts = partsOf(message)
    if (!parts.some(part => halves.has(part))) return message
    edit(message, 'reduced')
    const whole = origins.originsIn(message).whole ?? 'c:message'
    const content = parts.map(part => (halves.has(part) ? unpairedAsText(draft, part, whole) : part))
    return origins.copyOrigins({ ...message, content } as ModelMessage, message)
  })
}

function unpairedAsText(
  { origins, note }: Draft<AISDKRequest, AISDKRules>,
  part: AssistantPart,
  whole: string,
): TextPart {
  const origin = origins.originsIn(part).whole ?? whole
  const payload = part as unknown as JsonObject
  const item: OpaquePart = { kind: 'opaque', format: 'ai-sdk', type: part.type, payload }
  note(opaqueLoss(item, 'half missing', origin, 'sent as text'))
  const text = origins.recordWhole({ type: 'text', text: '' } as TextPart, origin)
  text.text = origins.joinRuns(text, 'text', [[escapeOwnTags(wellFormed(opaqueAsText(item))), origin]])
  return text
}
