import type { ResponsesRequest } from './request.ts'

/** Returns a request with a user's question added at its end; null if the request forces a call or an output format. */
export function addResponsesQuestion(request: object, text: string): object | null {
  const { input, ...around } = request as ResponsesRequest
  const { tool_choice: choice = 'auto', text: words } = around
  // If the provider stores the conversation, the question and its answer would become part of it.
  if ('conversation' in around) return null
  // A `compaction_trigger` must be the last item.
  const isLast = (input.at(-1) as { readonly type?: string } | undefined)?.type === 'compaction_trigger'
  if (isLast || (choice !== 'auto' && choice !== 'none') || words?.format !== undefined) return null
  return { ...around, input: [...input, { role: 'user', content: text }] }
}
