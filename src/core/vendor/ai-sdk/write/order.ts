import { type Position, positionAfter, walkItems } from '../../../target/automaton.ts'
import type { RuleTable } from '../../../target/rule.ts'
import { isChained } from './held.ts'
import { beginsSigned, keepsRoleAtIndex } from './messages.ts'
import type { AISDKRules } from './models.ts'
import { isAtWork } from './opaque.ts'
import type { AISDKRequest, AssistantMessage, ModelMessage, ToolMessage } from './request.ts'
import { isDirective } from './system-changes.ts'

type Say = (rule: string, message: string) => void

/** Checks the rules about the order of messages (S1 to S4, S11, S12) in one pass. */
export const checkPromptOrder: RuleTable<AISDKRequest, AISDKRules>['order'] = (
  request,
  report,
  { rules },
  rests,
) => {
  const { messages } = request
  if (messages.length === 0) report('S1', '/messages', 'at least one message is required')
  const waiting = approvedCalls(messages)
  const chained = isChained(request)
  const end = walkItems(
    messages,
    '/messages',
    (position, message, say) => stepMessage(position, message, say, rules, chained),
    report,
    rests,
  )
  const last = messages.length - 1
  const open = [...end.open].filter(id => !waiting.has(id))
  if (open.length > 0) report('S2', `/messages/${last}`, `calls without a result: ${open.join(', ')}`)
  for (const [at, message] of messages.entries()) {
    if (message.role !== 'system') continue
    if (request.allowSystemInMessages !== true)
      report('S4', `/messages/${at}`, 'system text is not allowed here')
    else if (!keepsRoleAtIndex(rules, request, at))
      report('S4', `/messages/${at}`, 'the provider accepts no system text here')
  }
  const final = messages.findLast(message => !isDirective(message))
  if (
    rules.userEnds &&
    !rules.prefill &&
    final?.role === 'assistant' &&
    !isAtWork(final.content) &&
    end.open.size === 0
  )
    report('S12', `/messages/${last}`, 'the last message must not be an answer')
}

/**
 * Returns the ids of calls whose approval requests the last message answers. The AI SDK runs or refuses these calls
 * before it calls the model.
 */
function approvedCalls(messages: readonly ModelMessage[]): ReadonlySet<string> {
  const partsOf = (message: ModelMessage | undefined): readonly Approval[] =>
    Array.isArray(message?.content) ? (message.content as unknown as readonly Approval[]) : []
  const last = messages.at(-1)
  const answered = new Set(
    (last?.role === 'tool' ? partsOf(last) : []).flatMap(part =>
      part.type === 'tool-approval-response' ? [part.approvalId] : [],
    ),
  )
  if (answered.size === 0) return new Set()
  const asked = messages.flatMap(partsOf).filter(part => part.type === 'tool-approval-request')
  return new Set(asked.flatMap(part => (answered.has(part.approvalId) ? [part.toolCallId ?? ''] : [])))
}

/** Approval request, or a response to one. */
interface Approval {
  readonly type: string
  readonly approvalId?: string
  readonly toolCallId?: string
}

function stepMessage(
  position: Position,
  message: ModelMessage,
  say: Say,
  rules: AISDKRules,
  chained: boolean,
): Position {
  if (message.role === 'tool') return stepResults(position, message, say, chained)
  if (position.open.size > 0) say('S2', `calls without a result: ${[...position.open].join(', ')}`)
  if (message.role === 'assistant') return stepAnswer(position, message, say, rules)
  if (isDirective(message)) return position
  if (message.role !== 'user' && position.after === 'start' && rules.userEnds)
    say('S12', 'the first message must be a user message')
  return positionAfter(message.role === 'user' ? 'user' : 'system')
}

function stepAnswer(position: Position, message: AssistantMessage, say: Say, rules: AISDKRules): Position {
  const { content } = message
  if (rules.userEnds && position.after === 'start' && !beginsSigned(message))
    say('S12', 'the first message must be a user message')
  if (position.after === 'model' && rules.reader.textOrCalls !== true)
    say('S11', 'answers in a row must be one message')
  const open: string[] = []
  for (const part of typeof content === 'string' ? [] : content) {
    if (part.type !== 'tool-call' || part.providerExecuted === true) continue
    if (open.includes(part.toolCallId)) say('S3', `two calls have the id ${part.toolCallId}`)
    open.push(part.toolCallId)
  }
  return positionAfter('model', open)
}

function stepResults(position: Position, { content }: ToolMessage, say: Say, chained: boolean): Position {
  const open = new Set(position.open)
  for (const part of Array.isArray(content) ? content : []) {
    if (part.type === 'tool-result' && !open.delete(part.toolCallId) && !chained)
      say('S3', `the result ${part.toolCallId} answers no call before it`)
  }
  return { after: 'user', open }
}
