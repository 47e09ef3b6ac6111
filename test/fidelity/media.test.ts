import { describe, expect, test } from 'vitest'
import { mediaTypeOf } from '../../src/core/ir/media-type.ts'
import {
  fromAISDK,
  fromAnthropic,
  fromGemini,
  fromLangChain,
  fromOpenAI,
  fromOpenAIResponses,
} from '../../src/from.ts'
import { compile, createSession } from '../../src/index.ts'

const base64 = (...bytes: readonly (string | number)[]): string =>
  Buffer.concat([
    ...bytes.map(byte => (typeof byte === 'string' ? Buffer.from(byte, 'latin1') : Buffer.from([byte]))),
    Buffer.alloc(24),
  ]).toString('base64')
const png = base64(0x89, 'PNG\r\n\x1a\n')
const jpeg = base64(0xff, 0xd8, 0xff, 0xe0)

describe('media types', () => {
  test.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/gif', base64('GIF89a')],
    ['image/webp', base64('RIFF\0\0\0\0WEBP')],
    ['application/pdf', base64('%PDF-1.7')],
    ['audio/wav', base64('RIFF\0\0\0\0WAVE')],
    ['audio/mpeg', base64('ID3')],
    ['audio/mpeg', base64(0xff, 0xfb)],
    ['audio/ogg', base64('OggS')],
    ['video/mp4', base64('\0\0\0\x18ftypmp42')],
    [undefined, base64('plain words')],
    [undefined, 'iVBO'],
    [undefined, '%%%'],
  ])('%s is recognized by its first bytes (O13)', (mediaType, data) => {
    expect(mediaTypeOf(data)).toBe(mediaType)
  })

  test.each([
    ['anthropic', 'claude-sonnet-5', '"media_type":"image/png"'],
    ['openai', 'gpt-5.4', 'data:image/png;base64,'],
    ['openai-chat', 'gpt-5.4', 'data:image/png;base64,'],
    ['gemini', 'gemini-3.8-flash', '"mimeType":"image/png"'],
  ] as const)('bytes without a type are sent to %s as recognized (O13)', async (target, model, wanted) => {
    const source = { type: 'base64' as const, data: png }
    const session = createSession({
      events: [{ author: 'user', parts: [{ kind: 'file', mediaType: 'image/*', source }] }],
    })
    const { request, diagnostics } = await compile({ name: 'a' }, session, { target, model })
    expect(JSON.stringify(request)).toContain(wanted)
    expect(diagnostics).toEqual([])
  })

  test('audio/mpeg is sent as mp3 on Chat Completions (O13)', async () => {
    const source = { type: 'base64' as const, data: base64('ID3') }
    const session = createSession({
      events: [{ author: 'user', parts: [{ kind: 'file', mediaType: 'audio/mpeg', source }] }],
    })
    const { request } = await compile({ name: 'a' }, session, {
      target: 'openai-chat',
      model: 'gpt-4o-audio-preview',
    })
    expect(JSON.stringify(request)).toContain('"format":"mp3"')
  })

  test('a data URL may have escaped slashes (O13)', async () => {
    const url = `data:image\\/jpeg;base64,${jpeg}`
    const content = [{ type: 'image_url', image_url: { url } }]
    const { request } = await compile(fromOpenAI([{ role: 'user', content }] as never), {
      target: 'anthropic',
      model: 'claude-sonnet-5',
    })
    expect(JSON.stringify(request)).toContain('"media_type":"image/jpeg"')
  })
})

const everywhere = [
  ['anthropic', 'claude-sonnet-5'],
  ['openai', 'gpt-5.4'],
  ['openai-chat', 'gpt-5.4'],
  ['gemini', 'gemini-3.8-flash'],
  ['ai-sdk', 'anthropic.messages/claude-sonnet-5'],
  ['ai-sdk', 'openai.responses/gpt-5.4'],
  ['ai-sdk', 'google.generative-ai/gemini-3.8-flash'],
] as const
const pdf = base64('%PDF-1.7')
const bytesOf = (data: string): Uint8Array => new Uint8Array(Buffer.from(data, 'base64'))

/** Lists the media types that a request declares for its files. */
const typesIn = (request: unknown): readonly string[] =>
  [
    ...JSON.stringify(request).matchAll(/(?:mediaType|media_type|mimeType)":"([^"]+)|data:([^;]+);base64/g),
  ].map(([, named, inUrl]) => (named ?? inUrl) as string)

describe('bytes whose type is wrong or missing (O13)', () => {
  const langchain = (block: object) => fromLangChain([{ type: 'human', content: [block] }] as never)
  const sdk = (part: object) => fromAISDK([{ role: 'user', content: [part] }] as never)
  const given = [
    ['a picture of the AI SDK', 'image/png', () => sdk({ type: 'image', image: bytesOf(png) })],
    ['a picture of the AI SDK in base64', 'image/jpeg', () => sdk({ type: 'image', image: jpeg })],
    ['a picture with half a type', 'image/png', () => sdk({ type: 'file', mediaType: 'image', data: png })],
    [
      'a file of the AI SDK',
      'application/pdf',
      () => sdk({ type: 'file', mediaType: 'application/octet-stream', data: bytesOf(pdf) }),
    ],
    ['a picture of LangChain', 'image/png', () => langchain({ type: 'image', data: png })],
    ['bytes of LangChain', 'image/jpeg', () => langchain({ type: 'image', data: bytesOf(jpeg) })],
    ['a file of LangChain', 'application/pdf', () => langchain({ type: 'file', data: pdf })],
    [
      'an address of LangChain that holds them',
      'image/png',
      () => langchain({ type: 'image', url: `data:image/png;base64,${png}` }),
    ],
    [
      'bytes of LangChain as an address',
      'image/png',
      () => langchain({ type: 'image', data: `data:image/png;base64,${png}` }),
    ],
  ] as const
  test.each(
    given.flatMap(([name, type, make]) =>
      everywhere.map(([target, model]) => [name, target, model, type, make] as const),
    ),
  )('%s is sent to %s %s as %s', async (_name, target, model, type, make) => {
    const { request, diagnostics } = await compile(make(), { target, model })
    expect(typesIn(request)).toEqual([type])
    expect(diagnostics).toEqual([])
  })

  test.each(everywhere)('escaped slashes of an address are read for %s %s', async (target, model) => {
    const url = `data:image\\/jpeg;base64,${jpeg}`
    for (const conversation of [
      sdk({ type: 'image', image: url }),
      sdk({ type: 'file', mediaType: 'image/jpeg', data: url }),
      fromAISDK([{ role: 'user', parts: [{ type: 'file', mediaType: 'image/jpeg', url }] }] as never),
      langchain({ type: 'image', url }),
      langchain({ type: 'image_url', image_url: { url } }),
      fromOpenAIResponses([{ role: 'user', content: [{ type: 'input_image', image_url: url }] }] as never),
    ]) {
      const { request, diagnostics } = await compile(conversation, { target, model })
      expect(typesIn(request)).toEqual(['image/jpeg'])
      expect(diagnostics).toEqual([])
    }
  })
})

describe('results of MCP tools through the AI SDK and LangChain (O13)', () => {
  const block = { type: 'image', data: png, mimeType: 'image/png' }
  const words = { type: 'text', text: 'Here.' }
  const sdk = (more: object) =>
    fromAISDK([
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'shoot', input: {} }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'shoot', ...more }] },
    ] as never)
  const langchain = (content: unknown) =>
    fromLangChain([
      { type: 'human', content: 'Look.' },
      { type: 'ai', content: '', tool_calls: [{ id: 'c', name: 'shoot', args: {} }] },
      { type: 'tool', tool_call_id: 'c', content },
    ] as never)
  const given = [
    ['a result as JSON', () => sdk({ output: { type: 'json', value: { content: [words, block] } } })],
    ['its blocks as JSON', () => sdk({ output: { type: 'json', value: [words, block] } })],
    ['a result of version 4', () => sdk({ result: { content: [words, block] } })],
    [
      'a resource among pieces',
      () =>
        sdk({
          output: {
            type: 'content',
            value: [{ type: 'resource', resource: { uri: 'a.png', mimeType: 'image/png', blob: png } }],
          },
        }),
    ],
    [
      'a piece without a type',
      () => sdk({ output: { type: 'content', value: [{ type: 'media', data: png }] } }),
    ],
    ["a result in LangChain's message", () => langchain({ content: [words, block] })],
    ["a block in LangChain's message", () => langchain([words, block])],
    [
      "a resource in LangChain's message",
      () => langchain([{ type: 'resource', resource: { mimeType: 'image/png', blob: png } }]),
    ],
  ] as const
  test.each(
    given.flatMap(([name, make]) =>
      everywhere.map(([target, model]) => [name, target, model, make] as const),
    ),
  )('%s holds a file for %s %s', async (_name, target, model, make) => {
    const { request } = await compile(make(), { target, model })
    expect(typesIn(request)).toEqual(['image/png'])
    // Once, and not as text.
    expect(JSON.stringify(request).split(png)).toHaveLength(2)
    expect(JSON.stringify(request)).not.toMatch(/"?(type|blob)\\*":\\*"(image\\*",\\*"data|iVBO)/)
  })

  test('a failure stays a failure, and fields next to the blocks are sent', async () => {
    const value = { content: [words, block], isError: true, structuredContent: { n: 7 } }
    const { request } = await compile(sdk({ output: { type: 'json', value } }), {
      target: 'anthropic',
      model: 'claude-sonnet-5',
    })
    expect(JSON.stringify(request)).toContain('"is_error":true')
    expect(JSON.stringify(request)).toContain('structuredContent')
  })

  test('JSON without files stays unchanged', async () => {
    const value = { content: [words], n: 1 }
    const model = 'openai.responses/gpt-5.4'
    const { request } = await compile(sdk({ output: { type: 'json', value } }), { target: 'ai-sdk', model })
    expect(JSON.stringify(request)).toContain(JSON.stringify({ type: 'json', value }))
  })
})

describe('files in the results of tools', () => {
  const call = { type: 'function_call', call_id: 'c', name: 'shoot', arguments: '{}' }
  const asked = { role: 'user', content: 'Look.' }
  const chat = [
    asked,
    {
      role: 'assistant',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'shoot', arguments: '{}' } }],
    },
  ]
  const claude = { target: 'anthropic', model: 'claude-sonnet-5' } as const

  test.each([
    ['an MCP image', { type: 'image', data: png, mimeType: 'image/png' }],
    ['a resource', { type: 'resource', resource: { uri: 'a.png', mimeType: 'image/png', blob: png } }],
    ["Anthropic's block", { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }],
  ])('%s is a file, not base64 as text (O13)', async (_name, block) => {
    const given = [
      fromOpenAI([...chat, { role: 'tool', tool_call_id: 'c', content: [block] }] as never),
      fromOpenAI([...chat, { role: 'tool', tool_call_id: 'c', content: { content: [block] } }] as never),
      fromOpenAIResponses([
        asked,
        call,
        { type: 'function_call_output', call_id: 'c', output: [block] },
      ] as never),
      fromAnthropic([
        asked,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'shoot', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: [block] }] },
      ] as never),
      fromGemini([
        { role: 'user', parts: [{ text: 'Look.' }] },
        { role: 'model', parts: [{ functionCall: { name: 'shoot', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'shoot', response: { content: [block] } } }] },
      ] as never),
    ]
    for (const conversation of given) {
      const { request } = await compile(conversation, claude)
      expect(JSON.stringify(request)).toContain(
        JSON.stringify({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }),
      )
    }
  })
})
