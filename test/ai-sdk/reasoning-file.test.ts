// A picture that Gemini drew while it thought is a thought: it goes back to Gemini, and its bytes are words for nobody (O14).
import { compile } from 'ctxc'
import { fromAISDK } from 'ctxc/from/ai-sdk'
import { expect, test } from 'vitest'
import { convert, converters } from './providers.ts'

const data = `iVBORw0KGgo${'A'.repeat(201)}`
const file = { type: 'reasoning-file', mediaType: 'image/png', data: { type: 'data', data } }
const google = { google: { thoughtSignature: 'QUJD' } }

const compiled = (thought: object, target: string, model: string | undefined, producer?: string) => {
  const messages = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: [thought, { type: 'text', text: 'ok' }] },
    { role: 'user', content: 'Go.' },
  ]
  const conversation = fromAISDK(messages, producer === undefined ? {} : { model: producer })
  return compile(conversation, { target, ...(model && { model }) } as { target: 'ai-sdk'; model: string })
}

test.each([
  ['anthropic', 'claude-sonnet-4-5'],
  ['openai', 'gpt-5.4'],
  ['openai-chat', 'gpt-5.4'],
  ['text', undefined],
  ['ai-sdk', 'anthropic.messages/claude-sonnet-5'],
  ['ai-sdk', 'openai.responses/gpt-5.4'],
  ['ai-sdk', 'openai.chat/gpt-5.4'],
] as const)('a reasoning file is dropped for %s %s, with and without options', async (target, model) => {
  for (const thought of [file, { ...file, providerOptions: google }]) {
    const { request, diagnostics, ledger } = await compiled(thought, target, model)
    const sent = JSON.stringify(request)
    expect(sent).not.toContain('AAAA')
    expect(sent).not.toContain('reasoning-file')
    expect(sent).toContain('ok')
    expect(diagnostics.find(({ code }) => code === 'CX7007')).toMatchObject({ at: ['e:1.0'] })
    expect(ledger.rows.flatMap(({ edits }) => edits)).toContain('reasoning-omitted')
  }
})

test.each([[undefined], ['gemini-3-pro']])(
  "a reasoning file is sent back to Gemini's own API as a file (made by %s)",
  async by => {
    const bare = await compiled(file, 'gemini', 'gemini-3-pro', by)
    const inlineData = { mimeType: 'image/png', data }
    expect(bare.request).toMatchObject({ contents: [{}, { parts: [{ inlineData }, { text: 'ok' }] }, {}] })
    const signed = await compiled({ ...file, providerOptions: google }, 'gemini', 'gemini-3-pro', by)
    expect(signed.request).toMatchObject({
      contents: [{}, { parts: [{ inlineData, thoughtSignature: 'QUJD' }, {}] }, {}],
    })
  },
)

test("a reasoning file is sent through Google's converter, which needs no signature", async () => {
  const converter = converters.find(({ name }) => /google|gemini/i.test(name))!
  const { request, diagnostics } = await compiled(file, 'ai-sdk', converter.model)
  expect(diagnostics.map(({ code }) => code)).not.toContain('CX7008')
  expect(JSON.stringify(await convert(converter, request!))).toContain(`"data":"${data}"`)
})
