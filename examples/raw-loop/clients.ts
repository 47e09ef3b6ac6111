// The official clients. With OPENAI_API_KEY and ANTHROPIC_API_KEY in the environment, they call the real APIs.
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import type { Clients } from './loop.ts'
import { startStandIn, strictFetch } from './stand-in.ts'

export async function openClients(): Promise<Clients & { close(): Promise<void> }> {
  // The clients do not retry, because the loop tries the other provider instead.
  const maxRetries = 0
  if (process.env.OPENAI_API_KEY && process.env.ANTHROPIC_API_KEY) {
    const [openai, anthropic] = [new OpenAI({ maxRetries }), new Anthropic({ maxRetries })]
    return { openai, anthropic, close: async () => {} }
  }
  const { url, stop } = await startStandIn()
  const given = { apiKey: 'none', maxRetries }
  return {
    openai: new OpenAI({ ...given, baseURL: `${url}/v1`, fetch: strictFetch('openai') }),
    anthropic: new Anthropic({ ...given, baseURL: url, fetch: strictFetch('anthropic') }),
    close: stop,
  }
}
