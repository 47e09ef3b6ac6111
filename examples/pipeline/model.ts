// The model of the desk: a model of OpenAI if OPENAI_API_KEY is set, else a stand-in.
import { LLMock } from '@copilotkit/aimock'
import { openaiModel } from 'ctxc/models/openai'
import type { ModelClient } from 'ctxc/run'
import OpenAI from 'openai'

export interface OpenModel {
  readonly client: ModelClient
  close(): Promise<void>
}

export async function openModel(): Promise<OpenModel> {
  if (process.env.OPENAI_API_KEY) return { client: openaiModel(new OpenAI()), close: async () => {} }
  const server = standIn()
  const baseURL = `${await server.start()}/v1`
  return { client: openaiModel(new OpenAI({ baseURL, apiKey: 'none' })), close: () => server.stop() }
}

/**
 * Returns a server of @copilotkit/aimock that plays the three agents. The server has no state, so every process may
 * start one.
 */
function standIn(): LLMock {
  const server = new LLMock({ host: '127.0.0.1', port: 0, logLevel: 'silent' })
  const call = (name: string, given: object) => ({
    toolCalls: [{ id: `call_${name}`, name, arguments: JSON.stringify(given) }],
  })
  server.on({ systemMessage: 'You are classifier' }, { content: 'refund' })
  server.on(
    { systemMessage: 'You are writer' },
    { content: 'Dear customer, you get 250 back for your lamp.' },
  )
  server.on({ toolResultContains: 'lamp' }, call('refund', { order: 'A7', sum: 250 }))
  server.on({ toolResultContains: 'paid 250' }, { content: 'The order A7 was paid back: 250.' })
  server.on({ toolResultContains: 'denied' }, { content: 'The refund of order A7 was denied.' })
  server.on({ systemMessage: 'You are clerk' }, call('look_up_order', { id: 'A7' }))
  return server
}
