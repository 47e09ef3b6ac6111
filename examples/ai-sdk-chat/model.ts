// The model of the chat: a model of OpenAI if OPENAI_API_KEY is set, else a stand-in.
import { createOpenAI, openai } from '@ai-sdk/openai'
import type { ProviderModel } from './chat.ts'
import { startStandIn } from './stand-in.ts'

export interface OpenModel {
  readonly model: ProviderModel
  close(): Promise<void>
}

export async function openModel(): Promise<OpenModel> {
  if (process.env.OPENAI_API_KEY) return { model: openai('gpt-5.4'), close: async () => {} }
  const { url, stop } = await startStandIn()
  return { model: createOpenAI({ baseURL: `${url}/v1`, apiKey: 'none' })('gpt-5.4'), close: stop }
}
