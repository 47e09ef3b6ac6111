import { list, object, string } from '../read.ts'

/** Requests for leave to run a tool, and what became of them. */
export interface Approvals {
  /** By the place of a message that asks, or answers: the response that they are parts of. */
  readonly responses: ReadonlyMap<number, string>
  /** Ids of calls that were answered for in the last message, so that the AI SDK runs or refuses them next. */
  readonly pending: ReadonlySet<string>
}

/** Looks through a conversation for requests and their answers. */
export function approvalsOf(messages: readonly unknown[]): Approvals {
  const requests = new Map<string, { readonly place: number; readonly call: string }>()
  const responses = new Map<number, string>()
  const results = new Set<string>()
  let answered: string[] = []
  for (const [place, value] of messages.entries()) {
    const { role, content } = object(value)
    answered = []
    for (const part of list(content)) {
      const { type, approvalId, toolCallId } = object(part)
      const id = string(approvalId)
      if (type === 'tool-result') results.add(string(toolCallId))
      else if (type === 'tool-approval-request' && role === 'assistant')
        requests.set(id, { place, call: string(toolCallId) })
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
