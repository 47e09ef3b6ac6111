// Agents of the documents that the agent language comes from.
import { agent } from '../../src/core/agent/declare.ts'
import { tool } from '../../src/core/agent/tool.ts'
import { type Member, pipeline } from '../../src/index.ts'

const model = 'gemini-flash-latest'

export const getWeather = tool({
  name: 'get_weather',
  description: 'The weather of a city',
  execute: () => 'sunny',
})

export const weatherBot = agent({
  name: 'weather_bot',
  model,
  instruction: 'You help users with weather. The user is in {location}.',
  tools: [getWeather],
  subAgents: [agent({ name: 'detail_agent', description: 'Provides detailed weather analysis' })],
  generateConfig: { temperature: 0.3 },
})

export const greeter = agent({
  name: 'greeter',
  model,
  identity: false,
  instruction: 'Greet the user. Their name is {user_name} and they speak {language}.',
})

export const weather = agent({
  name: 'weather',
  description: 'Handles weather-related questions',
  instruction: 'You handle weather queries.',
  tools: [getWeather],
})

export const news = agent({
  name: 'news',
  description: 'Handles news-related questions',
  instruction: 'You handle news queries.',
})

/** The router of two specialists; `order` is that of its instruction. */
export const router = (order?: readonly ('agent' | 'identity')[]) =>
  agent({
    name: 'router',
    model,
    instruction: 'Route requests to the right specialist.',
    subAgents: [weather, news],
    ...(order && { instructionOrder: order }),
  })

/** Text that a router's instruction ends with. */
export const transferText = `You can delegate tasks to the following agents using the transfer_to_agent tool:
- weather: Handles weather-related questions
- news: Handles news-related questions

To transfer to an agent, call the transfer_to_agent tool with the agent's name.`

const classifier = agent({
  name: 'classifier',
  model,
  instruction: 'Classify the intent.',
  outputKey: 'intent',
  outputSchema: { type: 'string', enum: ['booking', 'other'] },
})

export const booker = (includeContents?: 'all' | 'none' | 'user-only' | 'exclude-agents') =>
  agent({
    name: 'booker',
    model,
    instruction: 'Help book. The intent is: {intent}',
    ...(includeContents && { includeContents }),
  })

/** The classifier, then the booker. */
export const bookingApp = (second = booker()): Member => pipeline(classifier, second)
