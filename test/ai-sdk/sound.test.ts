// Support for audio in Chat Completions is the same for a direct call and for a call through the AI SDK (O14).
import { compile, createSession } from 'ctxc'
import { fakeProvider } from 'ctxc/testing'
import { expect, test } from 'vitest'
import { convert, converters } from './providers.ts'

const data = Buffer.from('ID3'.padEnd(30, '.')).toString('base64')
const part = { kind: 'file', mediaType: 'audio/mpeg', source: { type: 'base64', data } } as const
const session = createSession({ events: [{ author: 'user', parts: [part] }] })

const sends = async (target: 'openai-chat' | 'openai' | 'ai-sdk', model: string): Promise<boolean> => {
  const { request, diagnostics } = await compile({ name: 'a' }, session, { target, model })
  expect(fakeProvider(target).violations({ ...request, model })).toEqual([])
  const isSent = JSON.stringify(request).includes(data)
  expect(diagnostics.some(({ code }) => code === 'CX7015')).toBe(!isSent)
  return isSent
}

test.each([
  ['gpt-5.4', false],
  ['gpt-4o-audio-preview', true],
  ['my-deployment', true],
])('sound through Chat for %s is sent: %j, natively and through the AI SDK', async (model, expected) => {
  expect(await sends('openai-chat', model)).toBe(expected)
  expect(await sends('ai-sdk', `openai.chat/${model}`)).toBe(expected)
})

test.each([['gpt-5.4'], ['gpt-4o-audio-preview'], ['my-deployment']])(
  'sound through Responses for %s is never sent',
  async model => {
    expect(await sends('openai', model)).toBe(false)
    expect(await sends('ai-sdk', `openai.responses/${model}`)).toBe(false)
  },
)

test("the AI SDK's own converters accept compiled sound", async () => {
  for (const converter of converters.filter(({ name }) => name.startsWith('openai.'))) {
    const { request } = await compile({ name: 'a' }, session, { target: 'ai-sdk', model: converter.model })
    expect(JSON.stringify(await convert(converter, request!))).toContain('audio/mpeg')
  }
})
