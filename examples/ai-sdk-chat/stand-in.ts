// Replaces the model if there is no key: a local server of @copilotkit/aimock, which streams its answers.
import { LLMock } from '@copilotkit/aimock'

export interface StandIn {
  readonly url: string
  stop(): Promise<void>
}

const cities = ['Oslo', 'Rome', 'Paris', 'Lima']

export async function startStandIn(): Promise<StandIn> {
  const server = new LLMock({ host: '127.0.0.1', port: 0, logLevel: 'silent' })
  const pace = { streamingProfile: { tps: 200 } }
  server.on(
    { userMessage: /weather/i, hasToolResult: true },
    { content: 'It is sunny there, 21 degrees.' },
    pace,
  )
  server.on({ userMessage: /weather/i }, ({ messages }) => {
    const said = String(messages.findLast(({ role }) => role === 'user')?.content)
    const city = cities.find(each => said.includes(each)) ?? 'Oslo'
    const id = `call_${messages.length}`
    return { toolCalls: [{ id, name: 'weather', arguments: JSON.stringify({ city }) }] }
  })
  const tip = 'Take the early train, book a room near the station, and leave an afternoon without any plan. '
  server.onMessage(/.*/, { content: tip.repeat(15).trim() }, pace)
  return { url: await server.start(), stop: () => server.stop() }
}
