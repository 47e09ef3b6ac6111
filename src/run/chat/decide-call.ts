import type { RunDecision } from '../../core/ir/run-action.ts'
import { type ChatCall, callChunk } from './chat-calls.ts'
import type { UIChunk } from './ui-chunk.ts'

/**
 * Records a decision on a call, and returns the chunks that tell a page. `isWhole`: whether the page gets arguments of
 * calls for which nobody is asked.
 */
export function decideCall(
  call: ChatCall,
  { approved, answer, arguments: edited, question, why = 'There is no answer.' }: RunDecision,
  isWhole: boolean,
): readonly UIChunk[] {
  const { place: toolCallId } = call
  call.isWaiting = false
  if (question) {
    // The call goes on, and its result comes from the tool.
    call.isAsked = false
    return [callChunk(call, isWhole)]
  }
  if (answer !== undefined || call.isAsked) {
    call.end = 'answered'
    return answer === undefined
      ? [{ type: 'tool-output-error', toolCallId, errorText: why }]
      : [{ type: 'tool-output-available', toolCallId, output: answer }]
  }
  call.isDenied = !approved
  if (edited !== undefined) call.input = () => edited
  const shown = edited === undefined ? [] : [callChunk(call, true)]
  return [...shown, { type: 'tool-approval-response', approvalId: toolCallId, approved }]
}
