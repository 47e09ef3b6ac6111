// A smoke test of transport only: compiled requests pass through the official clients, over a real socket, to a
// mock server that answers anything. It shows that types and wire agree and that nothing is lost on the way;
// whether a provider would accept a request is for the strict fakes to say (test/form, test/laws).
import Anthropic from '@anthropic-ai/sdk'
import { LLMock } from '@copilotkit/aimock'
import { GoogleGenAI } from '@google/genai'
import { compile } from 'ctxc'
import { fromOpenAI } from 'ctxc/from/openai'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const answer = 'It is sunny, 21 degrees.'

const conversation = fromOpenAI({
  tools: [
    {
      type: 'function',
      function: {
        name: 'weather',
        description: 'The weather in a city.',
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
    },
  ],
  messages: [
    { role: 'system', content: 'You are a forecaster.' },
    { role: 'user', content: 'What is the weather in Paris?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: '{"sky":"clear","degrees":21}' },
    { role: 'user', content: 'So, in one sentence?' },
  ],
} as const)

/** Texts that every API must receive. */
const sent = [
  'You are a forecaster.',
  'What is the weather in Paris?',
  'weather',
  'Paris',
  '"sky',
  'So, in one sentence?',
]

const mock = new LLMock({ host: '127.0.0.1', port: 0, logLevel: 'silent' })
let url = ''

beforeAll(async () => {
  mock.onMessage('So, in one sentence?', { content: answer })
  url = await mock.start()
})
beforeEach(() => mock.clearRequests())
afterAll(() => mock.stop())

/** Nothing from the environment may lead a client elsewhere, and no retry may hide a failure. */
const options = (path: string) => ({
  baseURL: `${url}${path}`,
  apiKey: 'none',
  maxRetries: 0,
  timeout: 5_000,
})
const openai = (): OpenAI => new OpenAI(options('/v1'))
const anthropic = (): Anthropic => new Anthropic(options(''))
const google = (): GoogleGenAI =>
  new GoogleGenAI({
    apiKey: 'none',
    httpOptions: { baseUrl: url, apiVersion: 'v1beta', timeout: 5_000, retryOptions: { attempts: 1 } },
  })

/** The one request that the server got holds everything that was said. */
function expectJournal(path: string): void {
  const requests = mock.getRequests()
  expect(requests.map(request => [request.method, request.path, request.response.status])).toEqual([
    ['POST', path, 200],
  ])
  const body = JSON.stringify(requests[0]?.body).replaceAll('\\', '')
  for (const text of sent) expect(body).toContain(text)
}

test('the OpenAI client accepts a request of Chat Completions', async () => {
  const { request } = await compile(conversation, { model: 'gpt-5.4' })
  const completion = await openai().chat.completions.create(request!)
  expect(completion.choices[0]?.message.content).toBe(answer)
  expectJournal('/v1/chat/completions')
})

test('the OpenAI client streams a request of Chat Completions', async () => {
  const { request } = await compile(conversation, { model: 'gpt-5.4' })
  let text = ''
  for await (const chunk of await openai().chat.completions.create({ ...request!, stream: true }))
    text += chunk.choices[0]?.delta.content ?? ''
  expect(text).toBe(answer)
  expectJournal('/v1/chat/completions')
})

test('the OpenAI client accepts a request of Responses', async () => {
  const { request } = await compile(conversation, { model: 'gpt-5.4', target: 'openai' })
  const response = await openai().responses.create(request!)
  expect(response.output_text).toBe(answer)
  expectJournal('/v1/responses')
})

test('the OpenAI client streams a request of Responses', async () => {
  const { request } = await compile(conversation, { model: 'gpt-5.4', target: 'openai' })
  let text = ''
  for await (const event of await openai().responses.create({ ...request!, stream: true }))
    if (event.type === 'response.output_text.delta') text += event.delta
  expect(text).toBe(answer)
  expectJournal('/v1/responses')
})

test('the Anthropic client accepts a request of Messages', async () => {
  const { request } = await compile(conversation, { model: 'claude-sonnet-5' })
  const message = await anthropic().messages.create(request!)
  expect(message.content).toMatchObject([{ type: 'text', text: answer }])
  expectJournal('/v1/messages')
})

test('the Anthropic client streams a request of Messages', async () => {
  const { request } = await compile(conversation, { model: 'claude-sonnet-5' })
  let text = ''
  for await (const event of await anthropic().messages.create({ ...request!, stream: true }))
    if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') text += event.delta.text
  expect(text).toBe(answer)
  expectJournal('/v1/messages')
})

test('the Gemini client accepts a request of generateContent', async () => {
  const { request } = await compile(conversation, { model: 'gemini-3.8-flash' })
  const response = await google().models.generateContent(request!)
  expect(response.text).toBe(answer)
  expectJournal('/v1beta/models/gemini-3.8-flash:generateContent')
})

test('the Gemini client streams a request of generateContent', async () => {
  const { request } = await compile(conversation, { model: 'gemini-3.8-flash' })
  let text = ''
  for await (const chunk of await google().models.generateContentStream(request!)) text += chunk.text ?? ''
  expect(text).toBe(answer)
  expectJournal('/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse')
})
