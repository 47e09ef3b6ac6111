// The model of the desk: a model of OpenAI if OPENAI_API_KEY is set, else a stand-in.
import { openaiModel } from 'ctxc/models/openai'
import type { ModelClient } from 'ctxc/run'
import OpenAI from 'openai'
import { startStandIn } from './stand-in.ts'

export interface OpenModel {
  readonly client: ModelClient
  /** Bodies of all requests that left this process. */
  readonly sent: readonly string[]
  close(): Promise<void>
}

export async function openModel(): Promise<OpenModel> {
  const sent: string[] = []
  const recordingFetch: typeof fetch = (input, init) => {
    sent.push(String(init?.body))
    return fetch(input, init)
  }
  if (process.env.OPENAI_API_KEY)
    return { client: openaiModel(new OpenAI({ fetch: recordingFetch })), sent, close: async () => {} }
  const { url, stop } = await startStandIn()
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', fetch: recordingFetch })
  return { client: openaiModel(openai), sent, close: stop }
}
