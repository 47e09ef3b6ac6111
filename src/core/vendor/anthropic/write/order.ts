import type { AnthropicRules } from '../../../ir/model.ts'
import { type Position, positionAfter, walkItems } from '../../../target/automaton.ts'
import type { RuleTable } from '../../../target/rule.ts'
import { asksForCompaction, beginsSigned } from './compaction.ts'
import { isEffortDirective, mayPrecedeSystem } from './late-system.ts'
import { isAtWork } from './opaque.ts'
import type { AnthropicRequest, Message } from './request.ts'

type Say = (rule: string, message: string) => void

/** Checks the rules about the order of messages (A1 to A4, A6, A16) in one pass. */
export const checkClaudeOrder: RuleTable<AnthropicRequest, AnthropicRules>['order'] = (
  request,
  report,
  facts,
  rests,
) => {
  const { messages } = request
  if (messages.length === 0) report('A4', '/messages', 'at least one message is required')
  const end = walkItems(
    messages,
    '/messages',
    (position, message, say) => stepClaudeMessage(position, message, say, facts.rules.midSystem),
    report,
    rests,
  )
  const last = `/messages/${messages.length - 1}`
  if (end.open.size > 0) report('A1', last, `calls without a result: ${[...end.open].join(', ')}`)
  const final = messages.findLast(message => !isEffortDirective(message))
  if (final?.role !== 'assistant') return
  const paused = isAtWork(final.content)
  const text = final.content.at(-1)
  if (!facts.rules.prefill && !paused && !asksForCompaction(request))
    report('A6', last, 'the model accepts no prefill: the last message must be a user message')
  else if (text?.type === 'text' && text.text !== text.text.trimEnd())
    report('A6', last, 'a final answer must not end in white space')
}

function stepClaudeMessage(position: Position, message: Message, say: Say, midSystem: boolean): Position {
  if (message.role === 'system') return stepSystem(position, message, say, midSystem)
  if (message.role === 'assistant') {
    if (position.after === 'start' && !beginsSigned(message))
      say('A4', 'the first message must be a user message')
    if (position.open.size > 0) say('A1', `calls without a result: ${[...position.open].join(', ')}`)
    return positionAfter(mayPrecedeSystem(message) ? 'server' : 'model', stepAnswer(message, say))
  }
  return positionAfter('user', stepUser(position, message, say))
}

function stepSystem(position: Position, message: Message, say: Say, midSystem: boolean): Position {
  if (!midSystem) say('A16', 'the model accepts no system message among the messages')
  if (isEffortDirective(message)) return position
  if (position.open.size > 0) say('A16', 'a system message is not allowed between a call and its result')
  else if (position.after !== 'user' && position.after !== 'server')
    say('A16', 'a system message must follow a user message, or a result of a server tool')
  return positionAfter('system', position.open)
}

/** Checks an answer. Returns the ids of its calls, which the next message must answer. */
function stepAnswer(message: Message, say: Say): string[] {
  const open: string[] = []
  for (const block of message.content) {
    if (block.type === 'tool_result') say('A1', 'a result is not allowed in an answer')
    if (block.type !== 'tool_use') continue
    if (open.includes(block.id)) say('A1', `two calls have the id ${block.id}`)
    open.push(block.id)
  }
  return open
}

/** Checks a user message. Returns no ids of open calls, because all unanswered calls are reported here. */
function stepUser(position: Position, message: Message, say: Say): string[] {
  const open = new Set(position.open)
  let spoke = false
  for (const block of message.content) {
    if (block.type === 'tool_use') say('A1', 'a call is not allowed in a user message')
    if (block.type !== 'tool_result') {
      spoke = true
      continue
    }
    if (spoke) say('A2', 'results must come first in their message')
    if (!open.delete(block.tool_use_id))
      say('A1', `the result ${block.tool_use_id} answers no call of the message before`)
  }
  if (position.after === 'system') say('A16', 'an assistant message must follow a system message')
  if (open.size > 0) say('A1', `calls without a result: ${[...open].join(', ')}`)
  return []
}
