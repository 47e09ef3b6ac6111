// Replaces OpenAI and Anthropic if there are no keys: a local server of @copilotkit/aimock.
import { LLMock } from '@copilotkit/aimock'
import { type FakeTarget, fakeProvider } from 'ctxc/testing'

const found = 'Day 3 had an error: the disk was full at 09:41.'

export interface StandIn {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts a server that plays a model. The model reads one log in each step, and OpenAI's API fails once in the middle.
 */
export async function startStandIn(): Promise<StandIn> {
  const server = new LLMock({ host: '127.0.0.1', port: 0, logLevel: 'silent' })
  let day = 0
  let hasFailed = false
  server.onMessage(/Which days/, ({ model }) => {
    if (day === 5 && model.startsWith('gpt') && !hasFailed) {
      hasFailed = true
      return { error: { message: 'the server is overloaded' }, status: 503 }
    }
    if (day === 10) return { content: found }
    const call = { id: `call_${++day}`, name: 'read_log', arguments: JSON.stringify({ day }) }
    return { content: day === 4 ? found : '', reasoning: `Next is day ${day}.`, toolCalls: [call] }
  })
  server.onMessage(/What failed/, { content: 'A write failed, because the disk was full.' })
  return { url: await server.start(), stop: () => server.stop() }
}

/** Returns a `fetch` that rejects what the real API would reject, because the stand-in server accepts any request. */
export const strictFetch =
  (target: FakeTarget): typeof fetch =>
  async (input, init) => {
    const [violation] = fakeProvider(target).violations(JSON.parse(String(init?.body)))
    if (violation === undefined) return fetch(input, init)
    return Response.json(
      { error: { type: 'invalid_request_error', message: violation.message } },
      { status: 400 },
    )
  }
