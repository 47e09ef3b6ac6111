// Tests an app without network or key: the strict fake rejects every request that the provider would reject.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from 'ctxc'
import { fromOpenAI } from 'ctxc/from/openai'
import { fakeProvider } from 'ctxc/testing'

const messages = [
  { role: 'user', content: 'Compare the weather in Paris and in Rome.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: ['Paris', 'Rome'].map((city, index) => ({
      id: `call_${index}`,
      type: 'function',
      function: { name: 'weather', arguments: JSON.stringify({ city }) },
    })),
  },
  { role: 'tool', tool_call_id: 'call_0', content: 'Sunny, 21 degrees.' },
  { role: 'tool', tool_call_id: 'call_1', content: 'Rain, 17 degrees.' },
  { role: 'assistant', content: 'Paris is sunnier.' },
  { role: 'user', content: 'And warmer?' },
]

test('cutting the array by hand breaks the request', () => {
  const answer = fakeProvider('openai-chat').send({ model: 'gpt-5.4', messages: messages.slice(-4) })
  assert.equal(answer.status, 400)
  assert.match(answer.error.message, /must be a response to a preceeding message with 'tool_calls'/)
})

test('compiling it to a budget does not', async () => {
  for (const model of ['gpt-5.4', 'claude-sonnet-5'] as const) {
    const { request, ledger } = await compile(fromOpenAI(messages), { model, budget: 100 })
    const target = model === 'gpt-5.4' ? 'openai-chat' : 'anthropic'
    assert.deepEqual(fakeProvider(target).violations(request), [])
    assert.ok(ledger.rows.some(row => row.fate === 'omitted'))
  }
})
