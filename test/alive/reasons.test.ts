import { compile } from 'ctxc'
import { fromAISDK } from 'ctxc/from/ai-sdk'
import { fromOpenAIResponses } from 'ctxc/from/openai-responses'
import { redact } from 'ctxc/protect'
import { expect, test } from 'vitest'

test('reasoning that holds a protected value is reported as such', async () => {
  const summary = [{ type: 'summary_text', text: 'The code is swordfish-77.' }]
  const input = [
    { role: 'user', content: 'q' },
    { type: 'reasoning', id: 'rs_1', summary, encrypted_content: 'E1' },
    {
      type: 'message',
      role: 'assistant',
      id: 'msg_1',
      status: 'completed',
      content: [{ type: 'output_text', text: 'a' }],
    },
    { role: 'user', content: 'next' },
  ]
  const { diagnostics, reasoning } = await compile(
    fromOpenAIResponses({ model: 'gpt-6-sol', input: input as never, store: false }),
    { protect: [redact({ patterns: [/swordfish-\d+/] })] },
  )
  expect(diagnostics.filter(({ code }) => code === 'CX7007').map(({ data }) => data.why)).toEqual([
    'it held a protected value',
  ])
  const losses = [{ reason: 'protected', items: 1, tokens: 10, reported: 0 }]
  expect(reasoning).toEqual({ sent: 0, lost: 1, losses, report: null })
})

test.each([
  ['mistral.chat/mistral-large-latest', 'assistant', []],
  ['groq.chat/llama-4', 'user', ['CX7004']],
])(
  'an answer at the end of a prompt for %s is continued where the converter marks it',
  async (model, role, codes) => {
    const prompt = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [{ type: 'text', text: 'The answer is' }] },
    ]
    const options = { model, target: 'ai-sdk', budget: 8_000, whenIdle: 'fill' } as const
    const { request, diagnostics } = await compile(fromAISDK(prompt as never), options)
    expect(request?.messages.at(-1)?.role).toBe(role)
    expect(diagnostics.map(({ code }) => code).filter(code => code === 'CX7004')).toEqual(codes)
  },
)
