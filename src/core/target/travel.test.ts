import { expect, test } from 'vitest'
import { jpegBytes } from '../../../test/images.ts'
import { fromGemini, fromOpenAIResponses } from '../../from.ts'
import { compile } from '../compile/compile.ts'
import { targetNames } from '../ir/target-name.ts'
import { createSession } from '../session/create.ts'

test.each(targetNames)('an empty file is named in a request to %s, and reported', async target => {
  for (const mediaType of ['image/png', 'application/pdf']) {
    const file = { kind: 'file', mediaType, source: { type: 'base64', data: '' } } as const
    const call = { kind: 'tool-call', id: 'c', name: 'f', arguments: {} } as const
    const events = [
      { author: 'user', parts: [file] },
      { author: 'a', parts: [call] },
      { author: 'tool', parts: [{ kind: 'tool-result', id: 'c', content: [file] } as const] },
    ]
    const program = { agent: { name: 'a' }, session: createSession({ events }) }
    const { request, diagnostics } = await compile(program, { target, model: 'gpt-5.4' })
    const lost = diagnostics.filter(({ code }) => code === 'CX7015').map(({ data }) => data.count as number)
    expect(lost.reduce((sum, count) => sum + count)).toBe(2)
    expect(JSON.stringify(request).match(new RegExp(`\\[file, ${mediaType}\\]`, 'g'))).toHaveLength(2)
  }
})

test.each(targetNames.filter(name => name !== 'openai'))(
  'a call that the provider of a session ran tells %s what was asked and what came back',
  async target => {
    const item = {
      type: 'mcp_call',
      id: 'mcp_1',
      server_label: 'crm',
      name: 'find',
      arguments: '{"who":"Ada"}',
      output: 'Room 7',
    }
    const input = [{ role: 'user', content: 'Where is she?' }, item, { role: 'user', content: 'Thanks.' }]
    const { request, diagnostics } = await compile(fromOpenAIResponses({ input } as never), {
      target,
      model: 'claude-opus-5-5',
    })
    expect(diagnostics.map(({ code }) => code)).toContain('CX7008')
    for (const word of ['crm', 'find', 'Ada', 'Room 7']) expect(JSON.stringify(request)).toContain(word)
  },
)

test('a video, a sound or a drawing by URL is named for Responses, and reported', async () => {
  for (const mimeType of ['video/mp4', 'audio/mpeg', 'image/svg+xml']) {
    const contents = [
      { role: 'user', parts: [{ fileData: { mimeType, fileUri: 'https://example.org/film' } }] },
    ]
    const { request, diagnostics } = await compile(fromGemini({ contents } as never), {
      target: 'openai',
      model: 'gpt-5.4',
    })
    expect(diagnostics.map(({ code }) => code)).toEqual(['CX7015'])
    expect(JSON.stringify(request)).toContain(`[file, ${mimeType} https://example.org/film]`)
  }
})

test.each(['image/jpg', 'image/JPEG', 'image/pjpeg', 'image/png'])(
  'a JPEG that is named %s is sent as a JPEG to every API',
  async mediaType => {
    const data = btoa(String.fromCharCode(...jpegBytes(50, 50)))
    const part = { kind: 'file', mediaType, source: { type: 'base64', data } } as const
    const session = createSession({ events: [{ author: 'user', parts: [part] }] })
    for (const [target, model] of [
      ['anthropic', 'claude-opus-5-5'],
      ['openai', 'gpt-5.4'],
      ['openai-chat', 'gpt-5.4'],
      ['gemini', 'gemini-3.8-flash'],
      ['ai-sdk', 'claude-opus-5-5'],
    ] as const) {
      const { request, diagnostics } = await compile({ agent: { name: 'a' }, session }, { target, model })
      expect([target, diagnostics.map(({ code }) => code)]).toEqual([target, []])
      expect(JSON.stringify(request)).toContain('image/jpeg')
      expect(JSON.stringify(request)).toContain(data)
    }
  },
)
