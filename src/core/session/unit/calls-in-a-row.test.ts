import { expect, test } from 'vitest'
import { fromADK, fromAnthropic, fromGemini, fromOpenAI, fromOpenAIResponses } from '../../../from.ts'
import { compile } from '../../compile/compile.ts'
import type { EventInput } from '../../ir/event.ts'
import { createSession } from '../create.ts'

const call = (id: string, name = 'look', given: object = {}): EventInput => ({
  author: 'agent',
  parts: [{ kind: 'tool-call', id, name, arguments: given as never }],
})
const result = (id: string, text: string, name?: string): EventInput => ({
  author: 'tool',
  parts: [{ kind: 'tool-result', id, ...(name && { name }), content: [{ kind: 'text', text }] }],
})
const user = (text: string): EventInput => ({ author: 'user', text })

const compileEvents = (events: readonly EventInput[]) =>
  compile(
    { agent: { name: 'agent', identity: false }, session: createSession({ events }) },
    { model: 'gpt-5.4', target: 'openai-chat' },
  )

const sent = async (events: readonly EventInput[]) => {
  const { request, diagnostics } = await compileEvents(events)
  const messages = request?.messages.map(message =>
    'tool_calls' in message && message.tool_calls
      ? message.tool_calls.map(({ id }) => `call ${id}`).join()
      : message.role === 'tool'
        ? `result ${message.tool_call_id} ${message.content}`
        : `${message.role} ${message.content}`,
  )
  return { messages, codes: diagnostics.map(({ code }) => code).filter(code => code.startsWith('CX3')) }
}

test('results right after calls of two model events answer both (O10)', async () => {
  const events = [user('Go'), call('a'), call('b'), result('a', '1'), result('b', '2')]
  const wanted = ['user Go', 'call a', 'result a 1', 'call b', 'result b 2']
  expect(await sent(events)).toEqual({ messages: wanted, codes: [] })
  expect(await sent([...events.slice(0, 3), result('b', '2'), result('a', '1')])).toEqual({
    messages: wanted,
    codes: [],
  })
  // Events appended one by one form equal units.
  const cold = createSession({ events })
  let grown = createSession()
  for (const event of events) {
    grown = grown.append(event)
    expect(grown.units.rows.length).toBeGreaterThan(0)
  }
  expect(grown.units.rows.length).toBe(cold.units.rows.length)
  expect(grown.units.openUnits()).toEqual([])
})

test('text between calls settles the earlier call, as do a result and a user message', async () => {
  const late = expect.stringContaining('1')
  for (const between of [{ author: 'agent', text: 'Wait.' }, user('Well?')]) {
    const { messages, codes } = await sent([
      call('a'),
      between,
      call('b'),
      result('a', '1'),
      result('b', '2'),
    ])
    expect(messages?.at(-1)).toEqual(late)
    expect(codes).toEqual(['CX3001', 'CX3006'])
  }
  const { codes } = await sent([call('a'), call('b'), result('b', '2'), call('c'), result('a', '1')])
  expect(codes).toContain('CX3006')
})

test('a result without an id for an earlier call is shown like one with an id (O10)', async () => {
  const begin = [user('Go'), call('a'), { author: 'agent', text: 'Working.' }]
  for (const answer of [result('a', 'late'), result('', 'late', 'look'), result('', 'late')]) {
    const { messages, codes } = await sent([...begin, answer])
    expect(messages?.at(-1)).toContain('late')
    expect(codes).toEqual(['CX3001', 'CX3006'])
  }
  const { codes } = await sent([...begin, result('', 'late', 'other')])
  expect(codes).toEqual(['CX3001', 'CX3002'])
})

test('a call stored twice is sent once, and reported', async () => {
  const events = [user('Go'), call('a'), call('a'), result('a', '1'), user('Thanks')]
  expect(await sent(events)).toEqual({
    messages: ['user Go', 'call a', 'result a 1', 'user Thanks'],
    codes: ['CX3012'],
  })
  const { ledger } = await compileEvents(events)
  expect(ledger.rows.flatMap(({ edits }) => edits)).toContain('repaired')
  // With other arguments, or after a result, the call is a new one.
  const other = await sent([user('Go'), call('a'), call('a', 'look', { x: 1 }), result('a', '1')])
  expect(other.codes).toEqual(['CX3001', 'CX3003'])
  const again = await sent([user('Go'), call('a'), result('a', '1'), call('a'), result('a', '2')])
  expect(again.codes).toEqual(['CX3003'])
})

test('a call stored twice is found, although a result before it has answered it', async () => {
  const both: EventInput = {
    author: 'agent',
    parts: [call('a'), call('b')].flatMap(({ parts = [] }) => parts),
  }
  const events = [user('Go'), result('b', '1'), user('And?'), both, call('b')]
  const { messages, codes } = await sent(events)
  expect(messages).toEqual([
    'user Go',
    'user And?',
    'call a,call b',
    'result a Error: no result was recorded for this call.',
    'result b 1',
  ])
  expect(codes).toContain('CX3012')
  const session = createSession({ events })
  const last = session.units.lastShown()
  expect([last, session.units.rows.kindOf(last)]).toEqual([3, 'model'])
  // A trim looks for a later beginning up to the last shown unit, and must end.
  const program = { agent: { name: 'agent', identity: false }, session }
  const { plan } = await compile(program, { model: 'gpt-5.4', target: 'openai' })
  const { ok } = await compile(program, {
    ...{ model: 'gpt-5.4', target: 'openai', plan },
    budget: { input: 20, low: 0.3 },
  })
  expect(ok).toBe(false)
})

test('a call stored twice within one answer is sent once, in every format', async () => {
  const fn = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }
  const item = { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' }
  const use = { type: 'tool_use', id: 'a', name: 'look', input: {} }
  const part = { functionCall: { id: 'a', name: 'look', args: {} } }
  const made = [
    fromOpenAI([
      { role: 'assistant', content: null, tool_calls: [fn, fn] },
      { role: 'tool', tool_call_id: 'a', content: 'ok' },
    ]),
    fromOpenAIResponses([item, item, { type: 'function_call_output', call_id: 'a', output: 'ok' }]),
    fromAnthropic([
      { role: 'assistant', content: [use] },
      { role: 'assistant', content: [use] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] },
    ]),
    fromGemini([
      { role: 'model', parts: [part, part] },
      { role: 'user', parts: [{ functionResponse: { id: 'a', name: 'look', response: { output: 'ok' } } }] },
    ]),
    fromADK([
      { author: 'root', content: { role: 'model', parts: [part] } },
      { author: 'root', content: { role: 'model', parts: [part] } },
      {
        author: 'root',
        content: { parts: [{ functionResponse: { id: 'a', name: 'look', response: { output: 'ok' } } }] },
      },
    ]),
  ]
  for (const conversation of made) {
    const { request, diagnostics } = await compile(conversation, { target: 'openai-chat', model: 'gpt-5.4' })
    expect(request?.messages).toEqual([
      { role: 'assistant', content: null, tool_calls: [fn] },
      { role: 'tool', tool_call_id: 'a', content: 'ok' },
    ])
    expect(diagnostics.map(({ code }) => code).filter(code => code.startsWith('CX3'))).toEqual(['CX3012'])
  }
})

test('n calls in one answer are read once, not once for each call (A13)', async () => {
  const calls = Array.from({ length: 3000 }, (_, at) => ({
    id: `call_${at}`,
    type: 'function',
    function: { name: 'look', arguments: '{}' },
  }))
  let reads = 0
  const answer = {
    role: 'assistant',
    content: null,
    get tool_calls() {
      reads++
      return calls
    },
  }
  const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'ok' }))
  const { ok } = await compile(fromOpenAI([answer, ...results]), { model: 'gpt-4.1' })
  expect(ok).toBe(true)
  expect(reads).toBeLessThan(20)
})

test('results that come after another message answer the last call of a run, not earlier ones', async () => {
  const { messages, codes } = await sent([
    call('a'),
    call('b'),
    user('Well?'),
    result('b', '2'),
    result('a', '1'),
  ])
  expect(messages?.slice(0, -1)).toEqual([
    'call a',
    expect.stringContaining('result a Error'),
    'call b',
    'result b 2',
    'user Well?',
  ])
  expect(messages?.at(-1)).toContain('1')
  expect(codes).toEqual(['CX3001', 'CX3006'])
})

test('results in one message with text answer every call of a run, wherever the text is', async () => {
  const both = ['a', 'b'].map(id => ({ kind: 'tool-result' as const, id, content: [] }))
  const words = { kind: 'text' as const, text: 'And?' }
  for (const parts of [
    [words, ...both],
    [...both, words],
    [...both.slice(0, 1), words, ...both.slice(1)],
  ]) {
    const { codes } = await sent([user('Go'), call('a'), call('b'), { author: 'user', parts }])
    expect(codes).toEqual([])
  }
})

const pruned = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index} ${'words '.repeat(40)}`)
const cut: Readonly<Record<string, readonly EventInput[]>> = {
  'the user goes on': [user('And now?')],
  'the last result is kept': [result('c199', 'ok')],
  'no unit follows': [],
}

test.each(Object.entries(cut))(
  'a run of calls whose results were pruned is trimmed if %s',
  async (_, end) => {
    const calls = pruned(200).map((text, index) => call(`c${index}`, 'look', { text }))
    const session = createSession({ events: [user('Go'), ...calls, ...end] })
    const agent = { name: 'agent', identity: false as const }
    const { ok, diagnostics } = await compile({ agent, session }, { model: 'gpt-5.4', budget: 4_000 })
    expect([ok, diagnostics.filter(({ level }) => level === 'error')]).toEqual([true, []])
    expect(session.units.openUnits()).toEqual(end.length > 0 && end[0]?.author === 'tool' ? [] : [200])
  },
)

test('imported messages of calls whose results were pruned are trimmed', async () => {
  const texts = pruned(150)
  const question = { role: 'user' as const, content: 'Go' }
  const chat = texts.map((text, index) => ({
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: `c${index}`, type: 'function', function: { name: 'look', arguments: JSON.stringify({ text }) } },
    ],
  }))
  const conversation = fromOpenAI([question, ...chat, question])
  const { ok, tokens } = await compile(conversation, { model: 'gpt-5.4', budget: 4_000 })
  expect([ok, tokens.max <= 4_000]).toEqual([true, true])
})
