import { expect, test } from 'vitest'
import { targetNames } from '../../src/core/ir/target-name.ts'
import { fromAnthropic } from '../../src/from.ts'
import { compile, createSession } from '../../src/index.ts'
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

test.each(targetNames)(
  'sends the results of parallel calls to %s in the order of the calls',
  async target => {
    const ids = ['call_1', 'call_2', 'call_3']
    const call = (id: string) => ({ kind: 'tool-call', id, name: 'save', arguments: '{}' }) as const
    const result = (id: string) =>
      ({ kind: 'tool-result', id, content: [{ kind: 'text', text: `done ${id}` }] }) as const
    const session = createSession({
      events: [
        { author: 'user', text: 'save' },
        { author: 'agent', parts: ids.map(call) },
        ...ids.toReversed().map(id => ({ author: 'tool', parts: [result(id)] })),
      ],
    })
    const { request } = await compile({ name: 'agent', identity: false }, session, { target })
    const sent = JSON.stringify(request)
    const places = ids.map(id => sent.indexOf(`done ${id}`))
    expect(places.every(place => place > 0)).toBe(true)
    expect(places).toEqual(places.toSorted((left, right) => left - right))
  },
)
