import { expect, test } from 'vitest'
import { schemaInstruction } from '../../core/lower/schema-instruction.ts'
import { programScript } from './program-script.ts'

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tools = ['weather', 'transfer_to_agent'].map(name => ({
  type: 'function',
  function: { name, parameters },
}))
const asked = { role: 'user', content: 'Will it rain?' }
const called = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
}
const result = { role: 'tool', tool_call_id: 'c1', content: 'It rains.' }
const answer = { text: 'This answer is scripted: no model was called.\n- It rains.' }

test('each tool but the one that hands over is called', () => {
  const calls = [{ name: 'weather', arguments: { city: 'text' } }]
  expect(programScript({ messages: [asked], tools })).toEqual({ calls })
})

test('after the results it answers with them, also with context blocks after them', () => {
  const block = { role: 'user', content: '<notes>…</notes>' }
  for (const blocks of [[], [block], [block, block]])
    expect(programScript({ messages: [asked, called, result, ...blocks], tools })).toBe(answer.text)
})

test('the next message begins a new turn', () => {
  const messages = [asked, called, result, { role: 'assistant', content: 'It rains.' }, asked]
  expect(programScript({ messages, tools })).toHaveProperty('calls')
})

test('an answer has the form that the request asks for', () => {
  const schema = { type: 'object', properties: { ok: { type: 'boolean' } } }
  const form = { response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } }
  expect(programScript({ messages: [asked], ...form })).toBe('{"ok":true}')
  const system = { role: 'system', content: `Be brief.\n\n${schemaInstruction(schema)}\n\nMore.` }
  expect(programScript({ messages: [system, asked] })).toBe('{"ok":true}')
  for (const root of [{ enum: ['write', 'refund'] }, { type: 'array', items: schema }]) {
    const sample = 'enum' in root ? '"write"' : '[{"ok":true}]'
    for (const role of ['system', 'developer']) {
      const text = schemaInstruction(root)
      expect(programScript({ messages: [{ role, content: text }, asked] })).toBe(sample)
      expect(programScript({ messages: [{ role, content: [{ type: 'text', text }] }, asked] })).toBe(sample)
    }
  }
  const other = { role: 'system', content: 'Reply with valid JSON matching this schema: none' }
  expect(programScript({ messages: [other, asked] })).toMatch(/^This answer is scripted/)
})
