import { describe, expect, test } from 'vitest'
import { fromAnthropic, fromGemini, fromOpenAI, fromOpenAIResponses } from '../../src/from/index.ts'
import { compile, createSession } from '../../src/index.ts'
import { mediaTypeOf } from '../../src/ir/media-type.ts'

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
  ])('%s is told by its first bytes (O13)', (mediaType, data) => {
    expect(mediaTypeOf(data)).toBe(mediaType)
  })

  test.each([
    ['anthropic', 'claude-sonnet-5', '"media_type":"image/png"'],
    ['openai', 'gpt-5.4', 'data:image/png;base64,'],
    ['openai-chat', 'gpt-5.4', 'data:image/png;base64,'],
    ['gemini', 'gemini-3.8-flash', '"mimeType":"image/png"'],
  ] as const)('bytes without one are sent to %s as what they are (O13)', async (target, model, wanted) => {
    const source = { type: 'base64' as const, data: png }
    const session = createSession({
      events: [{ author: 'user', parts: [{ kind: 'file', mediaType: 'image/*', source }] }],
    })
    const { request, diagnostics } = await compile({ name: 'a' }, session, { target, model })
    expect(JSON.stringify(request)).toContain(wanted)
    expect(diagnostics).toEqual([])
  })

  test('audio/mpeg is mp3 on Chat Completions (O13)', async () => {
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
