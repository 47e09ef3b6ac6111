// The reason for a dropped thought is the true one: Claude's own thinking without its signature is not reported as another
// provider's.
import { compile, type Diagnostic } from 'ctxc'
import { fromAISDK, fromAnthropic } from 'ctxc/from'
import { expect, test } from 'vitest'

const hello = { role: 'user', content: 'Hi' }
const talk = (options?: object) => [
  hello,
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm.', ...(options && { providerOptions: options }) },
      { type: 'text', text: 'Ho.' },
    ],
  },
  hello,
]
const whyOf = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.filter(({ code }) => code === 'CX7007').map(({ data }) => data?.why)

const claude = { target: 'anthropic', model: 'claude-sonnet-5' } as const
const sdk = { target: 'ai-sdk', model: 'anthropic.messages/claude-sonnet-5' } as const
const gpt = { target: 'openai', model: 'gpt-5.4' } as const

test.each([
  ['with options', { anthropic: {} }, undefined, claude, 'it has no signature'],
  ['with options', { anthropic: {} }, undefined, sdk, 'it has no signature'],
  ["of a model of Claude's", undefined, 'claude-sonnet-5', claude, 'it has no signature'],
  ["of a model of Claude's", undefined, 'anthropic.messages/claude-sonnet-5', sdk, 'it has no signature'],
  ['of nobody', undefined, undefined, claude, 'no form to replay'],
  ['of nobody', undefined, undefined, sdk, 'no form to replay'],
  ['of another', { google: { thoughtSignature: 'QUJD' } }, undefined, claude, 'other provider'],
  ['of another', { google: { thoughtSignature: 'QUJD' } }, undefined, sdk, 'other provider'],
  ['of another', { anthropic: {} }, undefined, gpt, 'other provider'],
  ["of OpenAI's without an item", { openai: {} }, undefined, gpt, 'no form to replay'],
])('a thought %s is not sent: %j made by %s for %j', async (_name, options, model, target, why) => {
  const conversation = fromAISDK(talk(options), model === undefined ? {} : { model })
  const { request, diagnostics } = await compile(conversation, target)
  expect(whyOf(diagnostics)).toEqual([why])
  expect(JSON.stringify(request)).not.toContain('Hm.')
})

test("a thought in Claude's own form is dropped without its signature", async () => {
  const content = [
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'text', text: 'Ho.' },
  ]
  const conversation = fromAnthropic([hello, { role: 'assistant', content }, hello] as never)
  for (const target of [claude, sdk])
    expect(whyOf((await compile(conversation, target)).diagnostics)).toEqual(['it has no signature'])
})

test("a thought of Gemini's needs no signature, as in the AI SDK's converter", async () => {
  const options = { target: 'gemini', model: 'gemini-3-pro' } as const
  const { request } = await compile(fromAISDK(talk({ google: {} })), options)
  expect(request?.contents[1]).toEqual({
    role: 'model',
    parts: [{ text: 'Hm.', thought: true }, { text: 'Ho.' }],
  })
})

test('sealed reasoning of OpenAI needs no id', async () => {
  const sealed = { openai: { reasoningEncryptedContent: 'AAAA' } }
  const { request, diagnostics } = await compile(fromAISDK(talk(sealed)), gpt)
  expect(request?.input[1]).toMatchObject({ type: 'reasoning', encrypted_content: 'AAAA' })
  expect(whyOf(diagnostics)).toEqual([])
})

test('a message is sent without its id if its thought is not sent (R3)', async () => {
  const answer = (thought: object) => [
    hello,
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.', providerOptions: { openai: thought } },
        { type: 'text', text: 'Ho.', providerOptions: { openai: { itemId: 'msg_1' } } },
      ],
    },
    hello,
  ]
  const idsOf = async (thought: object) => {
    const { request } = await compile(fromAISDK(answer(thought)), gpt)
    return request?.input.flatMap(item => ('id' in item ? [item.id] : []))
  }
  expect(await idsOf({})).toEqual([])
  expect(await idsOf({ itemId: 'rs_1', reasoningEncryptedContent: 'AAAA' })).toEqual(['rs_1', 'msg_1'])
})
