// Runs over a fake provider by other authors, through the official clients.
import Anthropic from '@anthropic-ai/sdk'
import { LLMock } from '@copilotkit/aimock'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agent, tool } from '../../../../index.ts'
import { createRunner } from '../../../../run.ts'
import { inMemoryStore } from '../../../store/index.ts'
import { anthropicModel } from '../../../vendor/anthropic/index.ts'
import { geminiModel } from '../../../vendor/gemini/index.ts'
import { openaiChatModel, openaiModel } from '../../../vendor/openai/index.ts'
import type { ModelClient } from '../../model-client.ts'

const mock = new LLMock({ host: '127.0.0.1', port: 0, logLevel: 'silent' })
let url = ''

beforeAll(async () => {
  const calls = ['Paris', 'Rome'].map(city => ({ name: 'weather', arguments: JSON.stringify({ city }) }))
  mock.on({ userMessage: 'Weather?', hasToolResult: false } as never, {
    content: 'Let me see.',
    toolCalls: calls,
  })
  mock.on({ userMessage: 'Weather?', hasToolResult: true } as never, { content: 'It is sunny, 21 degrees.' })
  url = await mock.start()
})
afterAll(() => mock.stop())

const key = { apiKey: 'none' }
const clients: Record<string, readonly [model: string, client: () => ModelClient]> = {
  responses: ['gpt-5.4', () => openaiModel(new OpenAI({ ...key, baseURL: `${url}/v1` }))],
  chat: ['gpt-5.4', () => openaiChatModel(new OpenAI({ ...key, baseURL: `${url}/v1` }))],
  messages: ['claude-sonnet-5', () => anthropicModel(new Anthropic({ ...key, baseURL: url }))],
  content: [
    'gemini-3.8-flash',
    () => geminiModel(new GoogleGenAI({ ...key, httpOptions: { baseUrl: url, apiVersion: 'v1beta' } })),
  ],
}

test.each(Object.entries(clients))('%s: a run with parallel tools', async (_, [model, client]) => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } } }
  const weather = tool({ name: 'weather', parameters, execute: ({ city }) => `sunny in ${city}` })
  const program = agent({ name: 'bot', model, tools: [weather] })
  const store = inMemoryStore()
  const session = { owner: { app: 'test' }, id: 's1' }
  const runner = createRunner({ program, store, models: client })
  const stream = runner.run(session, { message: 'Weather?' })
  let shown = ''
  for await (const event of stream) if (event.type === 'delta' && event.kind === 'text') shown += event.text
  expect(await stream.outcome).toMatchObject({ status: 'done', text: 'It is sunny, 21 degrees.' })
  expect(shown).toContain('It is sunny, 21 degrees.')
  const parts = (await store.read(session))?.events.flatMap(event => event.parts) ?? []
  const results = parts.flatMap(part => (part.kind === 'tool-result' ? part.content : []))
  expect(results).toEqual(['Paris', 'Rome'].map(city => ({ kind: 'text', text: `sunny in ${city}` })))
})
