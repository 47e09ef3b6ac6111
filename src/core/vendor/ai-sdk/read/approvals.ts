import { listOr, objectOr, stringOr } from '../../../from/read.ts'

/** Approval requests for tool calls, and the responses to them. */
export interface Approvals {
  /** Response ids by message index. An approval request and the response to it get one response id. */
  readonly responses: ReadonlyMap<number, string>
  /** Ids of the calls whose approval the last message gives or denies. The AI SDK runs or refuses these calls next. */
  readonly pending: ReadonlySet<string>
}

/** Finds the approval requests in a conversation, and the responses to them. */
export function approvalsOf(messages: readonly unknown[]): Approvals {
  const requests = new Map<string, { readonly place: number; readonly call: string }>()
  const responses = new Map<number, string>()
  const results = new Set<string>()
  let answered: string[] = []
  for (const [place, value] of messages.entries()) {
    const { role, content } = objectOr(value)
    answered = []
    for (const part of listOr(content)) {
      const { type, approvalId, toolCallId } = objectOr(part)
      const id = stringOr(approvalId)
      if (type === 'tool-result') results.add(stringOr(toolCallId))
      else if (type === 'tool-approval-request' && role === 'assistant')
        requests.set(id, { place, call: stringOr(toolCallId) })
      else if (type === 'tool-approval-response' && role === 'tool') {
        const request = requests.get(id)
        if (request === undefined) continue
        answered.push(request.call)
        responses.set(request.place, `approval ${request.place}`)
        responses.set(place, `approval ${request.place}`)
      }
    }
  }
  return { responses, pending: new Set(answered.filter(call => !results.has(call))) }
}
