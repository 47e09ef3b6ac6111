import type { McpClient } from './mcp-client.ts'

/** Name of the request with which a server asks a person. */
const question = 'elicitation/create'

/** Whether a client hands over questions of its server, because the app has not set its own handler for them. */
export const leavesQuestions = (client: McpClient): boolean =>
  client.getProtocolEra?.() === 'modern' && !hasHandler(client)

function hasHandler(client: McpClient): boolean {
  try {
    client.assertCanSetRequestHandler?.(question)
    return false
  } catch {
    return true
  }
}

/** Makes a client decline questions of a server that asks during a request, unless the app has set a handler. */
export function declineQuestions(client: McpClient): void {
  if (client.getProtocolEra?.() !== 'legacy' || hasHandler(client)) return
  try {
    client.setRequestHandler?.(question, async () => ({ action: 'decline' }))
  } catch {
    // Without the capability, no server asks.
  }
}
