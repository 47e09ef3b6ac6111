import type { ResponsesRequest } from './request.ts'

/** Returns a request with a question of the user at its end; null if it asks for a call or a form. */
export function question(request: object, text: string): object | null {
  const { input, ...around } = request as ResponsesRequest
  const { tool_choice: choice = 'auto', text: words } = around
  // The provider would add the question and its answer to the conversation that it keeps.
  if ('conversation' in around) return null
  // A compaction is asked for by the last item.
  const isLast = (input.at(-1) as { readonly type?: string } | undefined)?.type === 'compaction_trigger'
  if (isLast || (choice !== 'auto' && choice !== 'none') || words?.format !== undefined) return null
  return { ...around, input: [...input, { role: 'user', content: text }] }
}
