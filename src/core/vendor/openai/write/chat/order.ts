import type { OpenAIRules } from '../../../../ir/model.ts'
import {
  type Position,
  positionAfter,
  positionWithoutCalls,
  walkItems,
} from '../../../../target/automaton.ts'
import type { RuleTable } from '../../../../target/rule.ts'
import type { ChatMessage, ChatRequest } from './request.ts'

/** Checks the rules about the order of messages (C1, C2) in one pass. */
export const checkChatOrder: RuleTable<ChatRequest, OpenAIRules>['order'] = (
  { messages },
  report,
  _facts,
  rests,
) => {
  const end = walkItems(messages, '/messages', stepChatMessage, report, rests)
  if (end.open.size > 0)
    report('C1', `/messages/${messages.length - 1}`, `calls without a result: ${[...end.open].join(', ')}`)
}

function stepChatMessage(
  position: Position,
  message: ChatMessage,
  say: (rule: string, message: string) => void,
): Position {
  if (message.role === 'tool') {
    const { open } = position
    if (!open.delete(message.tool_call_id))
      say('C2', `the result ${message.tool_call_id} answers no call before it`)
    return position.after === 'user' ? position : { after: 'user', open }
  }
  if (position.open.size > 0) say('C1', `calls without a result: ${[...position.open].join(', ')}`)
  if (message.role !== 'assistant')
    return positionWithoutCalls(position, message.role === 'user' ? 'user' : 'system')
  if (!message.tool_calls) return positionWithoutCalls(position, 'model')
  const ids = (message.tool_calls ?? []).map(call => call.id)
  if (ids.length > 1 && new Set(ids).size < ids.length) say('C1', 'two calls have one id')
  return positionAfter('model', ids)
}
