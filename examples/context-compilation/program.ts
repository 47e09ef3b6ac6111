// A router with two specialists, and a session with a transfer. For `npx ctxc explain` and `npx ctxc check`.
import { agent, createSession, tool } from 'ctxc'

const weather = agent({
  name: 'weather',
  description: 'Handles weather-related questions',
  instruction: 'You handle weather queries. The user is in {city}.',
  expects: ['city'],
  tools: [
    tool({
      name: 'get_weather',
      description: 'The weather of a city, now',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    }),
  ],
})
const news = agent({
  name: 'news',
  description: 'Handles news-related questions',
  instruction: 'You handle news queries.',
})
const router = agent({
  name: 'router',
  globalInstruction: 'Answer in {language|English}.',
  instruction: 'Route requests to the right specialist.',
  generateConfig: { temperature: 0.7 },
  subAgents: [weather, news],
})

const asked = createSession({
  state: { city: 'Rome', language: 'Italian' },
  events: [{ author: 'user', text: 'Will it rain?' }],
})
export const session = asked.append(
  {
    author: 'router',
    parts: [{ kind: 'tool-call', id: 'c1', name: 'transfer_to_agent', arguments: { agent_name: 'weather' } }],
  },
  {
    author: 'tool',
    parts: [{ kind: 'tool-result', id: 'c1', name: 'transfer_to_agent', content: [] }],
  },
)

export default router
