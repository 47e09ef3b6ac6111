// Headers that a request needs, sent by clients and adapters in addition to those of the app.
import { createAnthropic } from '@ai-sdk/anthropic'
import Anthropic from '@anthropic-ai/sdk'
import { ChatAnthropic } from '@langchain/anthropic'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { generateText, wrapLanguageModel } from 'ai'
import { answerOf, compile, createSession } from 'ctxc'
import { contextCompiler as sdkCompiler } from 'ctxc/ai-sdk'
import { contextCompiler as chainCompiler } from 'ctxc/langchain'
import { aiSdkModel } from 'ctxc/models/ai-sdk'
import { anthropicModel } from 'ctxc/models/anthropic'
import { createAgent } from 'langchain'
import { afterEach, expect, test } from 'vitest'
import { type Provider, startProvider } from '../../src/run/models/test/clients/provider.ts'
import { answerHTTP, bindingProvider } from '../../src/testing/fake/binding/index.ts'

const model = 'claude-opus-5-5'
const controls = 'thinking-binding-controls-2026-08-01'
const program = { name: 'bot', identity: false } as const
let server: Provider | undefined

afterEach(() => server?.close())

const start = async () => {
  server = await startProvider(answerHTTP(bindingProvider('anthropic')))
  return server
}
const sentBetas = () => server?.received.map(({ headers }) => headers['anthropic-beta'])
const connect = ({ url }: Provider) =>
  new Anthropic({
    ...{ baseURL: url, apiKey: 'key', maxRetries: 0 },
    defaultHeaders: { 'Anthropic-Beta': 'own-1' },
  })
const call = { model, signal: new AbortController().signal, key: 'k' }

test('a result has the headers of its request, and a plain request has none', async () => {
  const client = connect(await start())
  const hi = createSession({ events: [{ author: 'user', text: 'Hi' }] })
  const one = await compile(program, hi, { model })
  expect(one.headers).toEqual({})
  const answer = await client.messages.create(one.request as never, { headers: one.headers })
  const next = hi.append(...answerOf(one, answer as never), { author: 'user', text: 'Go on.' })
  const two = await compile(program, next, { model, plan: one.plan })
  expect(two.headers).toEqual({ 'anthropic-beta': controls })
  const second = await client.messages.create(two.request as never, { headers: two.headers })
  expect(second).toMatchObject({ input_transformations: [] })
})

test('a client of models adds them to those of the official client and of the request', async () => {
  const client = anthropicModel(connect(await start()), { cacheDiagnostics: true })
  const request = { model, max_tokens: 100, betas: ['own-2'], messages: [{ role: 'user', content: 'Hi' }] }
  for await (const _ of client.stream(request, call));
  expect(sentBetas()).toEqual(['own-1,own-2,cache-diagnosis-2026-04-07'])
  expect(server?.received[0]?.body.betas).toBeUndefined()
})

const thought = {
  type: 'reasoning',
  text: '',
  providerOptions: { anthropic: { signature: 'c2ln' } },
} as const
const chat = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: [thought, { type: 'text', text: 'Hello.' }] },
  { role: 'user', content: 'Go on.' },
] as const

test('the AI SDK sends them with those of the app', async () => {
  const { url } = await start()
  const anthropic = createAnthropic({ baseURL: `${url}/v1`, apiKey: 'key' })
  const wrapped = wrapLanguageModel({ model: anthropic(model), middleware: sdkCompiler() as never })
  const headers = { 'anthropic-beta': 'own-1' }
  const messages = chat as never
  await generateText({ model: wrapped, messages, headers, maxRetries: 0 }).catch(() => undefined)
  const sent = String(sentBetas()?.[0]).split(',')
  expect([sent.includes('own-1'), sent.includes(controls)]).toEqual([true, true])

  const streamed = aiSdkModel(anthropic(model) as never).stream({ messages }, call)
  const readStream = async () => {
    for await (const _ of streamed);
  }
  await readStream().catch(() => undefined)
  expect(String(sentBetas()?.[1]).split(',')).toContain(controls)
})

test("LangChain's class gets them as beta features", async () => {
  const { url } = await start()
  const claude = new ChatAnthropic({
    model,
    apiKey: 'key',
    anthropicApiUrl: url,
    maxRetries: 0,
    betas: ['own-1'],
  })
  const agent = createAgent({ model: claude, tools: [], middleware: [chainCompiler()] })
  const content = [
    { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
    { type: 'text', text: 'Hello.' },
  ]
  const answer = new AIMessage({
    content,
    response_metadata: { model_provider: 'anthropic', model_name: model },
  })
  const messages = [new HumanMessage('Hi'), answer, new HumanMessage('Go on.')]
  await agent.invoke({ messages }).catch(() => undefined)
  expect(String(sentBetas()?.[0]).split(',')).toEqual(['own-1', controls])
})
