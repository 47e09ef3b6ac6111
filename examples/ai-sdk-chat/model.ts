// The model of the chat. With OPENAI_API_KEY in the environment, it is OpenAI's.
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
