import { describe, expect, test } from 'vitest'
import { fromAnthropic, fromOpenAI, fromOpenAIResponses } from '../../../from.ts'
import { compile } from '../../compile/compile.ts'
import { createCompiler } from '../../compile/compiler.ts'
import type { EventInput } from '../../ir/event.ts'
import { createSession } from '../create.ts'

const chat = { target: 'openai-chat', model: 'gpt-5.4' } as const
const called = { id: 'c1', type: 'function', function: { name: 'book', arguments: '{}' } } as const
const messages = [
  { role: 'user', content: 'Book it.' },
  { role: 'tool', tool_call_id: 'c1', content: 'Booked, number 7.' },
  { role: 'assistant', content: null, tool_calls: [called] },
  { role: 'user', content: 'Done?' },
] as const

/** Returns the calls and results that are sent, in order, and the diagnostics on the history. */
const seen = async (given: Parameters<typeof compile>[0]) => {
  const { ok, request, diagnostics, ledger } = await compile(given, chat)
  const sent = request?.messages.flatMap(message =>
    message.role === 'tool'
      ? [`result ${message.tool_call_id} ${message.content}`]
      : 'tool_calls' in message && message.tool_calls
        ? message.tool_calls.map(({ id }) => `call ${id}`)
        : [],
  )
  const codes = diagnostics.flatMap(({ code, at }) => (code.startsWith('CX3') ? [`${code} ${at}`] : []))
  return { ok, sent, codes, reasons: ledger.rows.map(({ reason }) => reason) }
}

describe('a result before its call', () => {
  const pair = ['call c1', 'result c1 Booked, number 7.']

  test('is sent after the call, in each format with ids', async () => {
    const { sent, codes, reasons } = await seen(fromOpenAI(messages))
    expect([sent, codes]).toEqual([pair, ['CX3013 e:1.0']])
    expect(reasons).toContain('with-its-call')
    const claude = fromAnthropic({
      messages: [
        { role: 'user', content: 'Book it.' },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'Booked, number 7.' }],
        },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'book', input: {} }] },
        { role: 'user', content: 'Done?' },
      ],
    } as never)
    expect((await seen(claude)).sent).toEqual(pair)
    const items = [
      { role: 'user', content: 'Book it.' },
      { type: 'function_call_output', call_id: 'c1', output: 'Booked, number 7.' },
      { type: 'function_call', call_id: 'c1', name: 'book', arguments: '{}' },
      { role: 'user', content: 'Done?' },
    ]
    expect((await seen(fromOpenAIResponses({ input: items } as never))).sent).toEqual(pair)
  })

  test('is dropped for one after the call with its id, which belongs to it', async () => {
    const own = { role: 'tool', tool_call_id: 'c1', content: 'Booked, number 8.' } as const
    const { sent, codes } = await seen(
      fromOpenAI([...messages.slice(1, 3), own, { role: 'user', content: 'Done?' }]),
    )
    expect(sent).toEqual(['call c1', 'result c1 Booked, number 8.'])
    expect(codes).toEqual(['CX3002 e:2'])
  })

  test('in an earlier append gives the request of a session that had both at once', async () => {
    const part = (kind: 'tool-call' | 'tool-result', id: string) =>
      kind === 'tool-call'
        ? ({ kind, id, name: 'book', arguments: {} } as const)
        : ({ kind, id, content: [{ kind: 'text', text: `of ${id}` }] } as const)
    const events: EventInput[] = [
      { author: 'user', text: 'Book two.' },
      { author: 'tool', parts: [part('tool-result', 'c2')] },
      { author: 'agent', parts: [part('tool-call', 'c1'), part('tool-call', 'c2')] },
      { author: 'tool', parts: [part('tool-result', 'c1')] },
      { author: 'agent', text: 'Both are booked.' },
      { author: 'tool', parts: [part('tool-result', 'c2')] },
      { author: 'user', text: 'Thanks.' },
    ]
    const agent = { name: 'agent' }
    const compiler = createCompiler({ agent }, chat)
    let session = createSession()
    let before = ''
    let plan = null
    for (const [index, event] of events.entries()) {
      session = session.append(event)
      const warm = await compiler.compile(session, { plan })
      const cold = await compile(
        { agent, session: createSession({ events: events.slice(0, index + 1) }) },
        { ...chat, plan },
      )
      expect([warm.request, warm.diagnostics]).toEqual([cold.request, cold.diagnostics])
      plan = warm.plan
      const now = JSON.stringify(warm.request?.messages).slice(0, -1)
      // An answer that the model has given is never sent in another way.
      if (index > 3) expect(now.startsWith(before)).toBe(true)
      if (index >= 3) before = now
    }
    expect(before).toContain('of c1')
    expect(before.split('of c2').length).toBe(2)
  })
})

describe('a result that is stored twice', () => {
  const copy = { role: 'tool', tool_call_id: 'c1', content: 'Booked, number 7.' } as const
  const user = { role: 'user', content: 'Done?' } as const
  const call = { role: 'assistant', content: null, tool_calls: [called] } as const

  test('is sent once', async () => {
    for (const between of [[], [{ role: 'assistant', content: 'It is.' } as const]]) {
      const { sent, codes, reasons } = await seen(
        fromOpenAI([messages[0], call, copy, ...between, copy, user]),
      )
      expect(sent).toEqual(['call c1', 'result c1 Booked, number 7.'])
      expect(codes).toEqual([`CX3012 e:${3 + between.length}`])
      expect(reasons).toContain('stored-twice')
    }
  })

  test('is sent as a message if its content is another', async () => {
    const other = { ...copy, content: 'Booked, number 8.' }
    const { codes } = await seen(fromOpenAI([messages[0], call, copy, other, user]))
    expect(codes).toEqual(['CX3006 e:3.0'])
  })
})
