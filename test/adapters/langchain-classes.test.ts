import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ChatAnthropic } from '@langchain/anthropic'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { ChatGoogle } from '@langchain/google'
import { ChatGoogleGenerativeAI } from '@langchain/google-genai'
import { ChatOpenAI } from '@langchain/openai'
import { contextCompiler } from 'ctxc/langchain'
import { createAgent } from 'langchain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
let body: Record<string, unknown> = {}
const server = createServer((request, response) => {
  let text = ''
  request.on('data', chunk => {
    text += chunk
  })
  request.on('end', () => {
    body = JSON.parse(text)
    response.writeHead(400, { 'content-type': 'application/json' }).end('{}')
  })
})
let url = ''
beforeAll(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise(done => server.close(done)))

const key = { apiKey: 'none', maxRetries: 0 }
const openai = (useResponsesApi: boolean) => () =>
  new ChatOpenAI({ ...key, model: 'gpt-5.4', configuration: { baseURL: url }, useResponsesApi })
const classes: Readonly<Record<string, () => BaseChatModel>> = {
  'ChatOpenAI on Chat Completions': openai(false),
  'ChatOpenAI on Responses': openai(true),
  ChatAnthropic: () => new ChatAnthropic({ ...key, model: 'claude-sonnet-5', anthropicApiUrl: url }),
  ChatGoogleGenerativeAI: () =>
    new ChatGoogleGenerativeAI({ ...key, model: 'gemini-3-pro-preview', baseUrl: url }),
  ChatGoogle: () =>
    new ChatGoogle({ ...key, model: 'gemini-3-pro-preview', baseUrl: url, endpoint: url } as never),
}
const names = Object.keys(classes)

/** Sends messages through an agent with the middleware; returns what was sent and reported. */
async function sent(name: string, messages: readonly BaseMessage[]) {
  const codes: string[] = []
  const middleware = [
    contextCompiler({
      budget: 30_000,
      onCompiled: one => codes.push(...one.diagnostics.map(({ code }) => code)),
    }),
  ]
  const model = (classes[name] as () => BaseChatModel)()
  body = {}
  await createAgent({ model, tools: [], middleware })
    .invoke({ messages: [new HumanMessage('q'), ...messages, new HumanMessage('b')] })
    .catch(() => {})
  const list = (body.contents ?? body.messages ?? body.input ?? []) as readonly Record<string, unknown>[]
  return { list, text: JSON.stringify(list), codes }
}

const listed = { type: 'tool_call', id: 'c1', name: 'look', args: { q: 'x' } } as const
const answer = (content: unknown, more: object = {}) =>
  new AIMessage({ content, tool_calls: [listed], ...more } as never)
const result = (content: unknown = 'r') =>
  new ToolMessage({ tool_call_id: 'c1', name: 'look', content } as never)
const said = { type: 'text', text: 'I look.' }

const calls: Readonly<Record<string, AIMessage>> = {
  'without content': answer(''),
  'beside a text': answer('I look.'),
  'in a block of Claude': answer([said, { type: 'tool_use', id: 'c1', name: 'look', input: { q: 'x' } }]),
  'in a standard block': answer([said, listed]),
  'in a block of version 1': new AIMessage({ contentBlocks: [said, listed] } as never),
  'in an item of OpenAI': answer([
    said,
    { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'look', arguments: '{"q":"x"}' },
  ]),
  'in a part of Gemini': answer([
    said,
    { type: 'functionCall', functionCall: { id: 'c1', name: 'look', args: { q: 'x' } } },
  ]),
}

/** Calls and results of a body, in the terms of its API. */
const callsIn = (text: string): number =>
  text.match(/"functionCall":|"type":"tool_use"|"type":"function_call"|"type":"function"/g)?.length ?? 0
const resultsIn = (text: string): number =>
  text.match(/"functionResponse":|"type":"tool_result"|"type":"function_call_output"|"role":"tool"/g)
    ?.length ?? 0

describe.each(names)('%s', name => {
  test.each(Object.entries(calls))('sends a call %s once, with its result', async (_, message) => {
    const { text } = await sent(name, [message, result()])
    expect([callsIn(text), resultsIn(text)]).toEqual([1, 1])
    expect(text).not.toMatch(/"type":"(tool_call|functionCall)"/)
    if (JSON.stringify(message.content) !== '""') expect(text).toContain('I look.')
  })
})

const files: Readonly<Record<string, object>> = {
  'a standard block': { type: 'image', mimeType: 'image/png', data: png },
  'an older block': { type: 'image', source_type: 'base64', mime_type: 'image/png', data: png },
  'a URL with the bytes': { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
  'a block of Claude': { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
  'an item of OpenAI': { type: 'input_image', image_url: `data:image/png;base64,${png}` },
}

/** The picture in the form of each API. */
const picture: Readonly<Record<string, RegExp>> = {
  'ChatOpenAI on Chat Completions':
    /\{"type":"image_url","image_url":\{"url":"data:image\/png;base64,PNG"\}\}/,
  'ChatOpenAI on Responses':
    /\{"type":"input_image",("image_url":"data:image\/png;base64,PNG"|"detail":"auto"|,)+\}/,
  ChatAnthropic: /\{"type":"image","source":\{"type":"base64","media_type":"image\/png","data":"PNG"\}\}/,
  ChatGoogleGenerativeAI: /\{"inlineData":\{("mimeType":"image\/png"|"data":"PNG"|,)+\}\}/,
  ChatGoogle: /\{"inlineData":\{("mimeType":"image\/png"|"data":"PNG"|,)+\}\}/,
}

describe.each(names)('%s', name => {
  test.each(Object.entries(files))('sends a picture of a user in %s as its API takes it', async (_, file) => {
    const { text } = await sent(name, [
      new AIMessage('a'),
      new HumanMessage({ content: [said, file] } as never),
    ])
    expect(text.replaceAll(png, 'PNG')).toMatch(picture[name] as RegExp)
    expect(text.split(png)).toHaveLength(2)
  })

  const results = [
    ...Object.entries(files).map(([form, file]) => [form, result([said, file])] as const),
    [
      'a message of version 1',
      new ToolMessage({
        tool_call_id: 'c1',
        name: 'look',
        contentBlocks: [said, files['a standard block']],
      } as never),
    ] as const,
  ]
  test.each(results)('sends a picture of a result in %s once, as its API takes it', async (_, message) => {
    const { list, text, codes } = await sent(name, [answer(''), message])
    expect(text.replaceAll(png, 'PNG')).toMatch(picture[name] as RegExp)
    expect(text.split(png)).toHaveLength(2)
    expect([callsIn(text), resultsIn(text)]).toEqual([1, 1])
    const isMoved = name === 'ChatOpenAI on Chat Completions' || name === 'ChatGoogleGenerativeAI'
    expect(codes.includes('CX7018')).toBe(isMoved)
    if (isMoved) expect(JSON.stringify(list.slice(2, 3))).not.toContain(png)
  })
})

// ChatAnthropic writes ids of files itself.
test.each(names.filter(name => name !== 'ChatAnthropic'))(
  '%s gets the name of a file that it cannot take, and that is reported',
  async name => {
    const stored = { type: 'file', fileId: 'file-1', mimeType: 'application/pdf' }
    const { text, codes } = await sent(name, [answer(''), result([said, stored])])
    expect(text).not.toContain('file-1')
    expect(codes).toContain('CX7015')
  },
)

test('a call of a computer reaches OpenAI with its screenshot', async () => {
  const call = { type: 'computer_call', id: 'cu_1', call_id: 'call_1', action: { type: 'screenshot' } }
  const { list, codes } = await sent('ChatOpenAI on Responses', [
    new AIMessage({
      content: '',
      additional_kwargs: { tool_outputs: [{ ...call, status: 'completed', pending_safety_checks: [] }] },
      response_metadata: { model_provider: 'openai', model_name: 'gpt-5.4' },
    }),
    new ToolMessage({
      tool_call_id: 'call_1',
      additional_kwargs: { type: 'computer_call_output' },
      content: [{ type: 'input_image', image_url: `data:image/png;base64,${png}` }],
    } as never),
  ])
  expect(list.map(({ type }) => type)).toEqual([
    ...['message', 'message', 'computer_call', 'computer_call_output', 'message'],
  ])
  expect(codes).toEqual([])
})
