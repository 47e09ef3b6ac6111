// Files in the results of tools stay where the provider's own converter takes them.
import { compile } from 'ctxc'
import { fromAISDK } from 'ctxc/from/ai-sdk'
import { expect, test } from 'vitest'

const bytes = { type: 'file', data: { type: 'data', data: 'iVBORw0KGgo=' }, mediaType: 'image/png' }
const address = { type: 'file-url', url: 'https://example.com/a.png', mediaType: 'image/png' }

const wordsOf = (file: object) => ({ type: 'content', value: [{ type: 'text', text: 'a' }, file] })

async function outputsOf(model: string, file: object): Promise<readonly unknown[]> {
  const call = { toolCallId: 'c1', toolName: 'look' }
  const messages = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: wordsOf(file) }] },
  ]
  const { request } = await compile(fromAISDK(messages), { target: 'ai-sdk', model })
  return (request?.messages ?? []).slice(2).flatMap(({ content }) => content as readonly unknown[])
}

test.each([
  ['deepseek.chat/deepseek-reasoner', bytes],
  ['amazon-bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0', address],
])('a file stays in its result for %s (W12)', async (model, file) => {
  expect(await outputsOf(model, file)).toMatchObject([{ type: 'tool-result', output: wordsOf(file) }])
})

test.each(['anthropic.messages/claude-sonnet-5', 'openai.responses/gpt-5.4'])(
  'an address stays in its result for %s (O14)',
  async model => {
    expect(await outputsOf(model, address)).toMatchObject([{ type: 'tool-result', output: wordsOf(address) }])
  },
)

test('a file is sent after its result if the converter would write base64 as text', async () => {
  expect(await outputsOf('groq.chat/openai/gpt-oss-120b', bytes)).toMatchObject([
    { type: 'tool-result', output: { type: 'text' } },
    { type: 'file', mediaType: 'image/png' },
  ])
})
