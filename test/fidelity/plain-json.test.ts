import { expect, test } from 'vitest'
import { fromOpenAI } from '../../src/from.ts'
import { compile } from '../../src/index.ts'

test('undefined fields of an input change neither the request nor the plan', async () => {
  const messages = [
    { role: 'user', content: 'q' },
    {
      role: 'assistant',
      content: 'a',
      thinking_blocks: [{ type: 'thinking', thinking: 't', signature: undefined }],
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'f', arguments: { x: undefined, y: [undefined] } } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'r' },
  ]
  const [given, stored] = await Promise.all(
    [messages, JSON.parse(JSON.stringify(messages))].map(list =>
      compile(fromOpenAI({ model: 'claude-sonnet-4-5', messages: list } as never), { target: 'anthropic' }),
    ),
  )
  expect(given?.plan).toEqual(stored?.plan)
  expect(JSON.stringify(given?.request)).toBe(JSON.stringify(stored?.request))
})

test('half a character in the fields of a request is replaced, and that is reported', async () => {
  const half = 'a\ud800'
  const conversation = fromOpenAI({
    model: 'gpt-5.4',
    messages: [{ role: 'user', content: 'q' }],
    metadata: { [half]: half },
    functions: [
      { name: 'f', description: half, parameters: { type: 'object', properties: { x: { const: half } } } },
    ],
  } as never)
  const { request, diagnostics } = await compile(conversation, { target: 'openai-chat' })
  expect(JSON.stringify(request)).not.toMatch(/\\ud800/i)
  expect(JSON.stringify(request)).toContain('a\ufffd')
  expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'CX3010' }))
})
