import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterEach, describe, expect, test } from 'vitest'
import { type ServedAPI, type ServedProvider, type ServedScript, serveProvider } from '../index.ts'

let provider: ServedProvider
afterEach(() => provider.close())

const serve = async (kind: ServedAPI, script: ServedScript): Promise<ServedProvider> => {
  provider = await serveProvider(kind, script)
  return provider
}
const call = { name: 'look', arguments: { city: 'Rome' }, id: 'call_rome' }
const script: ServedScript = [{ text: 'Let me look.', calls: [call] }, 'It rains in Rome.']
const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const question = 'How is the weather in Rome?'

/** Two answers as a client read them, the first whole and the second streamed. */
interface Read {
  readonly first: { readonly text: string; readonly call: unknown }
  readonly second: string
  readonly deltas: number
}

const clients: Record<ServedAPI, (served: ServedProvider) => Promise<Read>> = {
  async anthropic({ url }) {
    const { messages } = new Anthropic({ apiKey: 'none', baseURL: url, maxRetries: 0 })
    const about = {
      ...{ model: 'claude-sonnet-5', max_tokens: 100 },
      tools: [{ name: 'look', input_schema: parameters as never }],
    }
    const user = { role: 'user', content: question } as const
    const first = await messages.create({ ...about, messages: [user] })
    const [text, used] = first.content as [Anthropic.TextBlock, Anthropic.ToolUseBlock]
    const result = { type: 'tool_result', tool_use_id: used.id, content: 'Rain.' } as const
    const stream = messages.stream({
      ...about,
      messages: [user, { role: 'assistant', content: first.content }, { role: 'user', content: [result] }],
    })
    let deltas = 0
    stream.on('text', () => void deltas++)
    const second = await stream.finalText()
    return { first: { text: text.text, call: [used.name, used.input] }, second, deltas }
  },
  async openai({ url }) {
    const { responses } = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 })
    const tools = [{ type: 'function', name: 'look', parameters, strict: false } as const]
    const about = { model: 'gpt-5.4', tools }
    const first = await responses.create({ ...about, input: question })
    const called = first.output[1] as OpenAI.Responses.ResponseFunctionToolCall
    const output = { type: 'function_call_output', call_id: called.call_id, output: 'Rain.' } as const
    const stream = responses.stream({
      ...about,
      input: [{ role: 'user', content: question }, ...(first.output as never[]), output],
    })
    let deltas = 0
    stream.on('response.output_text.delta', () => void deltas++)
    const { output_text: second } = await stream.finalResponse()
    const given = JSON.parse(called.arguments) as unknown
    return { first: { text: first.output_text, call: [called.name, given] }, second, deltas }
  },
  async 'openai-chat'({ url }) {
    const { completions } = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 }).chat
    const about = {
      model: 'gpt-5.4',
      tools: [{ type: 'function', function: { name: 'look', parameters } } as const],
    }
    const user = { role: 'user', content: question } as const
    const first = (await completions.create({ ...about, messages: [user] })).choices[0]!.message
    const [called] = first.tool_calls as OpenAI.ChatCompletionMessageFunctionToolCall[]
    const result = { role: 'tool', tool_call_id: called!.id, content: 'Rain.' } as const
    const stream = await completions.create({ ...about, messages: [user, first, result], stream: true })
    const pieces: string[] = []
    for await (const { choices } of stream) pieces.push(choices[0]?.delta.content ?? '')
    const deltas = pieces.filter(Boolean).length
    const used = [called!.function.name, JSON.parse(called!.function.arguments) as unknown]
    return { first: { text: first.content ?? '', call: used }, second: pieces.join(''), deltas }
  },
  async gemini({ url }) {
    const { models } = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } })
    const about = {
      model: 'gemini-3.5-flash',
      config: {
        temperature: 0.5,
        tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: parameters }] }],
      },
    }
    const user = { role: 'user', parts: [{ text: question }] }
    const first = await models.generateContent({ ...about, contents: [user] })
    const answer = first.candidates![0]!.content!
    const [used] = first.functionCalls!
    const functionResponse = { id: used!.id!, name: 'look', response: { output: 'Rain.' } }
    const stream = await models.generateContentStream({
      ...about,
      contents: [user, answer, { role: 'user', parts: [{ functionResponse }] }],
    })
    const pieces: string[] = []
    for await (const chunk of stream) pieces.push(chunk.text ?? '')
    return {
      first: { text: answer.parts![0]!.text ?? '', call: [used!.name, used!.args] },
      ...{ second: pieces.join(''), deltas: pieces.length },
    }
  },
}

describe.each(Object.keys(clients) as ServedAPI[])('4-W6: %s', kind => {
  test('the official client reads a call and a streamed answer, and its requests are judged', async () => {
    const read = await clients[kind](await serve(kind, script))
    expect(read).toEqual({
      first: { text: 'Let me look.', call: ['look', { city: 'Rome' }] },
      ...{ second: 'It rains in Rome.', deltas: 4 },
    })
    expect(provider.requests).toHaveLength(2)
    expect(JSON.stringify(provider.requests[1]?.body)).toContain('Rain.')
  })
})

const user = { role: 'user', content: question } as const
const chat = (fetch?: ServedProvider['fetch']) =>
  new OpenAI({
    ...{ apiKey: 'none', baseURL: `${provider.url}/v1`, maxRetries: 0 },
    ...(fetch && { fetch }),
  }).chat.completions

test('4-W6: a request that the API rejects gets its error, and uses up no answer', async () => {
  await serve('openai-chat', ['It rains.'])
  const orphan = { role: 'tool', tool_call_id: 'c1', content: 'Rain.' } as const
  const rejected = await chat()
    .create({ model: 'gpt-5.4', messages: [user, orphan] })
    .catch(error => error)
  expect(rejected).toBeInstanceOf(OpenAI.BadRequestError)
  expect(rejected.message).toMatch(/must be a response to a preceeding message with 'tool_calls'/)
  const answer = await chat().create({ model: 'gpt-5.4', messages: [user] })
  expect(answer.choices[0]?.message.content).toBe('It rains.')
  const ended = await chat()
    .create({ model: 'gpt-5.4', messages: [user] })
    .catch(error => error)
  expect(ended.message).toMatch(/no answer for request 2/)
})

test('4-W6: the fetch answers without a connection, and a function sees the requests', async () => {
  await serve('openai-chat', request => ({ text: `You said ${JSON.stringify(request.messages)}`, delay: 1 }))
  const { fetch } = provider
  await provider.close()
  const answer = await chat(fetch).create({ model: 'gpt-5.4', messages: [user] })
  expect(answer.choices[0]?.message.content).toContain(question)
  expect(provider.requests[0]).toMatchObject({ path: '/v1/chat/completions' })
  const late = new AbortController()
  const asked = chat(fetch).create({ model: 'gpt-5.4', messages: [user] }, { signal: late.signal })
  late.abort()
  await expect(asked).rejects.toThrow(OpenAI.APIUserAbortError)
})

test('4-W6: an error of the script ends an answer, whole or streamed', async () => {
  await serve('anthropic', [{ error: 'Overloaded' }, { text: 'It rains', error: 'Overloaded' }])
  const { messages } = new Anthropic({ apiKey: 'none', baseURL: provider.url, maxRetries: 0 })
  const about = { model: 'claude-sonnet-5', max_tokens: 100, messages: [user] }
  await expect(messages.create(about)).rejects.toThrow(Anthropic.InternalServerError)
  const stream = messages.stream(about)
  let text = ''
  stream.on('text', piece => {
    text += piece
  })
  await expect(stream.finalMessage()).rejects.toThrow(/Overloaded/)
  expect(text).toBe('It rains')
})

/** Requests as the clients send them, without a client, which would hide how a stream ends. */
const raw: Record<ServedAPI, readonly [path: string, body: object]> = {
  anthropic: ['/v1/messages', { model: 'claude-sonnet-5', max_tokens: 100, messages: [user], stream: true }],
  openai: ['/v1/responses', { model: 'gpt-5.4', input: question, stream: true }],
  'openai-chat': ['/v1/chat/completions', { model: 'gpt-5.4', messages: [user], stream: true }],
  gemini: [
    '/v1beta/models/gemini-3.5-flash:streamGenerateContent',
    { contents: [{ role: 'user', parts: [{ text: question }] }] },
  ],
}
const post = (kind: ServedAPI, changes: object = {}): Promise<Response> => {
  const [path, body] = raw[kind]
  return fetch(provider.url + path, { method: 'POST', body: JSON.stringify({ ...body, ...changes }) })
}

test.each(Object.keys(raw) as ServedAPI[])(
  '4-W6: %s streams all words before an error, and no end of the answer',
  async kind => {
    await serve(kind, [{ text: 'It rains', error: 'Overloaded' }])
    const sent = await (await post(kind)).text()
    const [, last = ''] = / rains"(.*)/s.exec(sent) ?? []
    expect(last).toContain('Overloaded')
    expect(sent).not.toMatch(/"stop"|"STOP"|end_turn|message_stop|response\.completed|\[DONE\]/)
  },
)

test('4-W6: arguments of a script that are no JSON are a text in an answer, or an error of the script', async () => {
  const calls = [{ name: 'look', arguments: '{"city": "Ro' }]
  for (const kind of ['openai', 'openai-chat'] as const) {
    await serve(kind, [{ calls }])
    const answer = await post(kind, { stream: false })
    expect(JSON.stringify(await answer.json())).toContain(JSON.stringify(calls[0]?.arguments))
    await provider.close()
  }
  for (const kind of ['anthropic', 'gemini'] as const) {
    await serve(kind, [{ calls }])
    const answer = await post(kind)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain("calls 'look' with arguments that are no JSON object")
    await provider.close()
  }
  await serve('openai', [])
})

test('4-W6: a long request keeps its characters', async () => {
  await serve('openai-chat', ['It rains.'])
  // Three bytes repeat, so that pieces of 64 KB cannot all end between two characters.
  const content = 'üh'.repeat(100_000)
  await post('openai-chat', { messages: [{ role: 'user', content }] })
  expect(provider.requests[0]?.body).toMatchObject({ messages: [{ content }] })
})

test('4-W6: an unknown API, script or option is a TypeError', async () => {
  await serve('gemini', [])
  for (const wrong of [
    () => serveProvider('text' as never, []),
    () => serveProvider('gemini', 'Hi' as never),
  ])
    await expect(wrong()).rejects.toThrow(TypeError)
  await expect(serveProvider('gemini', [], { strict: true } as never)).rejects.toThrow(/no option 'strict'/)
})
