import { compile } from 'ctxc'
import { fromAnthropic } from 'ctxc/from/anthropic'
import { fromOpenAI } from 'ctxc/from/openai'
import { expect, test } from 'vitest'
import { base64, jpegBytes, png } from '../images.ts'

const block = (data: string, media_type: string) => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
})
const text = { type: 'text', text: 'Which of these is the logo?' }

test('four icons with a question fit a budget of 600 tokens, and the history stays', async () => {
  const icons = Array.from({ length: 4 }, () => block(png(64, 64, 400), 'image/png'))
  const messages = [
    { role: 'user', content: 'We sell shoes.' },
    { role: 'assistant', content: 'Noted.' },
    { role: 'user', content: [...icons, text] },
  ]
  const { ok, tokens, diagnostics } = await compile(
    fromAnthropic({ model: 'claude-sonnet-5', max_tokens: 99, messages }),
    { budget: 600 },
  )
  expect({ ok, codes: diagnostics.map(({ code }) => code) }).toEqual({ ok: true, codes: [] })
  expect(tokens.max).toBeLessThan(600)
})

test.each(['grok-4.3', 'llama-3.3-70b', 'my-deployment'])(
  'an image of one pixel leaves room for the history of %s',
  async model => {
    const url = `data:image/png;base64,${png(1, 1)}`
    const messages = [
      { role: 'user', content: 'My name is Anna.' },
      { role: 'assistant', content: 'Hello Anna.' },
      { role: 'user', content: [{ type: 'image_url', image_url: { url } }, text] },
    ]
    const { ok, tokens, diagnostics } = await compile(fromOpenAI(messages), {
      target: 'openai-chat',
      model,
      budget: 8_000,
    })
    expect(ok).toBe(true)
    expect(diagnostics.map(({ code }) => code)).not.toContain('CX4003')
    expect(tokens.max).toBeLessThan(4_000)
  },
)

test('the level of detail counts only where it is sent', async () => {
  const url = `data:image/jpeg;base64,${base64(jpegBytes(2_000, 2_000, 3_000))}`
  const counted = async (detail: string, target: 'openai-chat' | 'openai' | 'anthropic') => {
    const messages = [{ role: 'user', content: [{ type: 'image_url', image_url: { url, detail } }] }]
    const model = target === 'anthropic' ? 'claude-opus-4-6' : 'gpt-4o'
    return (await compile(fromOpenAI(messages), { target, model })).tokens.max
  }
  expect(await counted('low', 'openai-chat')).toBeLessThan(110)
  expect(await counted('high', 'openai-chat')).toBeGreaterThan(765)
  expect(await counted('low', 'openai')).toBeLessThan(110)
  expect(await counted('low', 'anthropic')).toBeGreaterThan(1_500)
})

test('an image that Claude refuses by its size is named as text, wherever it stands', async () => {
  const messages = [
    {
      role: 'user',
      content: [block(png(1_440, 8_570), 'image/png'), block(png(8_000, 8_000), 'image/png'), text],
    },
  ]
  const { ok, request, diagnostics } = await compile(
    fromAnthropic({ model: 'claude-sonnet-5', max_tokens: 99, messages }),
  )
  expect(ok).toBe(true)
  expect(JSON.stringify(request).match(/"type":"image"/g)).toHaveLength(1)
  expect(diagnostics.map(({ code }) => code)).toEqual(['CX7015'])
})
