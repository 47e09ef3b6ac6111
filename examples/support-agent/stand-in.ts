// Replaces the model if there is no key: a local server of @copilotkit/aimock. It answers only from the request.
import { type ChatCompletionRequest, type FixtureResponse, LLMock } from '@copilotkit/aimock'

export interface StandIn {
  readonly url: string
  stop(): Promise<void>
}

export async function startStandIn(): Promise<StandIn> {
  const server = new LLMock({ host: '127.0.0.1', port: 0, logLevel: 'silent' })
  server.on({ systemMessage: 'List the facts' }, request => {
    const isNew = holds(request, /screen reader/)
    return { content: JSON.stringify({ facts: isNew ? ['The customer uses a screen reader.'] : [] }) }
  })
  const statements = [{ text: 'The customer asked for the receipt of order B12.', from: [0] }]
  server.on({ systemMessage: 'Summarize these messages' }, { content: JSON.stringify({ statements }) })
  server.on({ systemMessage: 'You are support' }, answerTo)
  return { url: await server.start(), stop: () => server.stop() }
}

const holds = ({ messages }: ChatCompletionRequest, words: RegExp): boolean =>
  words.test(JSON.stringify(messages))

function answerTo(request: ChatCompletionRequest): FixtureResponse {
  const { messages } = request
  const said = messages.findLast(
    ({ role, content }) => role === 'user' && !String(content).startsWith('<context:'),
  )
  const text = String(said?.content)
  if (/receipt/.test(text)) {
    const [to = 'unknown'] = /\[secret:email:\d+\]/.exec(text) ?? []
    if (messages.some(({ role }) => role === 'tool')) return { content: `I sent the receipt to ${to}.` }
    const given = { to, text: 'Your receipt of order B12.' }
    return { toolCalls: [{ id: 'call_1', name: 'send_mail', arguments: JSON.stringify(given) }] }
  }
  if (/How should/.test(text))
    return {
      content: holds(request, /screen reader/) ? 'In plain text, for your screen reader.' : 'I do not know.',
    }
  if (/card/.test(text)) return { content: 'Yes, it is valid.' }
  return { content: /plain text/.test(text) ? 'I will write in plain text.' : 'You are welcome.' }
}
