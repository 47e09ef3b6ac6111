import { expect, test } from 'vitest'
import {
  type Conversation,
  fromAISDK,
  fromAnthropic,
  fromGemini,
  fromLangChain,
  fromOpenAI,
  fromOpenAIResponses,
  fromPlain,
} from '../../src/from.ts'
import { compile } from '../../src/index.ts'

const misnamed = { type: 'text', content: 'Which file?' }
const user = (...content: readonly object[]) => [{ role: 'user', content }]

const read: Readonly<Record<string, (part: object) => Conversation>> = {
  fromOpenAI: part => fromOpenAI(user(part)),
  fromOpenAIResponses: part => fromOpenAIResponses(user(part)),
  fromAnthropic: part => fromAnthropic(user(part)),
  fromAISDK: part => fromAISDK(user(part)),
  'fromAISDK, a chat': part => fromAISDK([{ id: '1', role: 'user', parts: [part] }]),
  fromLangChain: part => fromLangChain(user(part)),
  fromPlain: part => fromPlain(user(part)),
}

const models = [
  ['openai', 'gpt-5.4'],
  ['openai-chat', 'gpt-5.4'],
  ['anthropic', 'claude-sonnet-5'],
  ['gemini', 'gemini-3.5-flash'],
  ['ai-sdk', 'gpt-5.4'],
] as const

test.each(Object.entries(read))(
  '%s keeps a text part whose text is not a string, and reports it',
  async (_, from) => {
    for (const [target, model] of models)
      for (const [part, shown] of [
        [misnamed, 'Which file?'],
        [{ type: 'text', text: 4242 }, '4242'],
      ] as const) {
        const result = await compile(from(part), { target, model })
        expect(result.ok, target).toBe(true)
        expect(JSON.stringify(result.request), target).toContain(shown)
        expect(result.diagnostics, target).toContainEqual(
          expect.objectContaining({ code: 'CX7008', at: ['e:0.0'] }),
        )
      }
  },
)

test('an empty text part is an empty text', async () => {
  for (const part of [{ type: 'text' }, { type: 'text', text: null }]) {
    const { request, diagnostics } = await compile(fromAnthropic(user(part)), { model: 'claude-sonnet-5' })
    expect(JSON.stringify(request)).not.toContain('[text]')
    expect(diagnostics.map(({ code }) => code)).not.toContain('CX7008')
  }
})

test('a text of the Assistants API is read with its annotations', async () => {
  const annotation = { type: 'file_citation', text: '[0]', file_citation: { file_id: 'file-1' } }
  const content = [
    { type: 'text', text: { value: 'Fixed in line 5.', annotations: [] } },
    { type: 'text', text: { value: 'See [0].', annotations: [annotation] } },
  ]
  const messages = [
    { role: 'user', content: 'Fix it.' },
    { role: 'assistant', content },
    ...user({ type: 'text', text: 'Thanks' }),
  ]
  const conversation = fromOpenAI(messages)
  expect(conversation.session.event(1).parts).toEqual([
    { kind: 'text', text: 'Fixed in line 5.' },
    {
      kind: 'text',
      text: 'See [0].',
      extra: { format: 'openai-chat', fields: { annotations: [annotation] } },
    },
  ])
  const { request, diagnostics } = await compile(conversation, { model: 'claude-sonnet-5' })
  expect(JSON.stringify(request)).toContain('Fixed in line 5.')
  expect(diagnostics.map(({ code }) => code)).toEqual(['CX7019'])
})

test('a result keeps a text that is not a string', async () => {
  const messages = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'get', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [misnamed] }] },
  ]
  const { request } = await compile(fromAnthropic(messages), { model: 'claude-sonnet-5' })
  expect(JSON.stringify(request)).toContain('Which file?')
})

test('Gemini keeps a text that is not a string', async () => {
  const { request } = await compile(
    fromGemini([{ role: 'user', parts: [{ text: { value: 'Which file?' } }] }]),
    {
      model: 'gemini-3.5-flash',
    },
  )
  expect(JSON.stringify(request)).toContain('Which file?')
})
