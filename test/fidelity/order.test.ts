import { expect, test } from 'vitest'
import { fromAnthropic } from '../../src/from/index.ts'
import { compile } from '../../src/index.ts'
import { fakeProvider } from '../../src/testing/index.ts'

const tools = [{ name: 'save', input_schema: { type: 'object' as const } }]
const think = (signature: string) => ({ type: 'thinking', thinking: signature, signature })
const call = (id: string) => ({ type: 'tool_use', id, name: 'save', input: {} })
const result = (tool_use_id: string) => ({ type: 'tool_result', tool_use_id, content: 'ok' })
const text = { type: 'text', text: 'Saved.' }

test.each([
  ['thinking between calls', [think('c2ln'), call('toolu_1'), think('c2lnMg=='), call('toolu_2')]],
  ['thinking after a call', [call('toolu_1'), think('c2ln'), text]],
  ['text between calls', [text, call('toolu_1'), text, call('toolu_2')]],
  ['text after calls', [call('toolu_1'), call('toolu_2'), text]],
])('sends %s in the order in which the model made it (O1)', async (_name, content) => {
  const ids = content.flatMap(block => ('id' in block ? [block.id] : []))
  const messages = [
    { role: 'user', content: 'save' },
    { role: 'assistant', content },
    { role: 'user', content: ids.map(result) },
  ]
  const given = { model: 'claude-sonnet-5', max_tokens: 4000, messages, tools }
  const { request, diagnostics } = await compile(fromAnthropic(given as never))
  expect(diagnostics).toEqual([])
  expect(request).toMatchObject({ messages: [{}, { content }, {}] })
  expect(fakeProvider('anthropic', { answers: [content] }).violations(request)).toEqual([])
})
