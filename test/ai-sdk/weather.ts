import { tool } from 'ai'
import { z } from 'zod'

/** Long result of the tool. */
export const page = 'It was sunny all day long, with a light wind from the west. '.repeat(12)

/** The tools of an app that asks for the weather. */
export const tools = {
  weather: tool({
    description: 'The weather in a city.',
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => `${city}: ${page}`,
  }),
}

/** Usage that a mock model reports for a call. */
export const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
