import type { JsonObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { CallPairs } from '../../../target/call-pairs.ts'
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

/** Finds incomplete pairs of a provider's tool: calls without a result, and the reverse (rule A3). */
export function findHalves(messages: readonly ModelMessage[]): ReadonlyMap<AssistantPart, number> {
  const pairs = new CallPairs<AssistantPart>()
  for (const [at, message] of messages.entries()) {
    if (message.role === 'user' || message.role === 'system') pairs.endWait(at)
    const parts = partsOf(message)
    const asked = parts.flatMap(part => (isApproval(part.type) ? [(part as Half).toolCallId] : []))
    for (const part of parts) {
      const { type, toolCallId: id, providerExecuted } = part as Half
      // A call with an approval request has not run, so it needs no result.
      if (type === 'tool-call' && providerExecuted === true && !asked.includes(id))
        pairs.addCall(id, part, at)
      else if (type === 'tool-result') pairs.addResult(id, part, at)
    }
  }
  const last = messages.at(-1)
  if (last?.role === 'assistant') pairs.endAnswer(partsOf(last), messages.length)
  return pairs.unpaired
}

/**
 * Rule S16: sends incomplete pairs of Claude's own tools as text. This fix sees all messages, because a result may come
 * in a later answer than its call.
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
