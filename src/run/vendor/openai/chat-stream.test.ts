// Streams of servers whose Chat Completions differ from OpenAI's.
import { expect, test } from 'vitest'
import { ChatDraft } from './chat-stream.ts'

type Fields = Readonly<Record<string, unknown>>

/** Returns the message from a stream, and the parts that were shown. */
function read(deltas: readonly Fields[], finish_reason = 'stop') {
  const draft = new ChatDraft()
  const chunks = [
    ...deltas.map(delta => ({ choices: [{ index: 0, delta }] })),
    { choices: [{ index: 0, delta: {}, finish_reason }] },
  ]
  const shown = chunks.flatMap(chunk => draft.add(chunk)).filter(({ type }) => type !== 'progress')
  const { response } = draft.result() as { response: { choices: readonly { message: Fields }[] } }
  return { message: response.choices[0]?.message, shown }
}

// Pieces of one detail have its index: https://openrouter.ai/docs/guides/best-practices/reasoning-tokens.
test('OpenRouter: details of reasoning come in pieces', () => {
  const piece = (text: string, more: Fields = {}) => ({
    reasoning: text,
    reasoning_details: [{ type: 'reasoning.text', text, index: 0, format: 'anthropic-claude-v1', ...more }],
  })
  const sealed = { type: 'reasoning.encrypted', data: 'AAAA', index: 1, format: 'openai-responses-v1' }
  const { message, shown } = read([
    { role: 'assistant', content: '' },
    piece('I '),
    piece('think.'),
    { reasoning_details: [{ type: 'reasoning.text', signature: 'c2ln', index: 0 }] },
    { reasoning_details: [sealed] },
    { content: 'Hi.' },
  ])
  expect(message).toEqual({
    role: 'assistant',
    content: 'Hi.',
    reasoning: 'I think.',
    reasoning_details: [
      {
        type: 'reasoning.text',
        text: 'I think.',
        index: 0,
        format: 'anthropic-claude-v1',
        signature: 'c2ln',
      },
      sealed,
    ],
  })
  expect(shown.map(part => 'text' in part && part.text)).toEqual(['I ', 'think.', 'Hi.'])
})

// Calls arrive whole, in earlier versions each with index 0: https://ai.google.dev/gemini-api/docs/openai.
test("Gemini's endpoint: parallel calls come whole, with one index", () => {
  const call = (id: string, city: string, more: Fields = {}) => ({
    ...{ index: 0, id, type: 'function', function: { name: 'look', arguments: `{"city":"${city}"}` } },
    ...more,
  })
  const signature = { extra_content: { google: { thought_signature: 'c2ln' } } }
  const { message, shown } = read(
    [{ role: 'assistant', tool_calls: [call('a', 'Oslo', signature)] }, { tool_calls: [call('b', 'Rome')] }],
    'tool_calls',
  )
  const { index: _, ...first } = call('a', 'Oslo', signature) as Fields
  const { index: __, ...second } = call('b', 'Rome') as Fields
  expect(message?.tool_calls).toEqual([first, second])
  expect(shown.map(part => 'id' in part && part.id)).toEqual(['a', 'b'])
})

test('a name or an id that is repeated with each piece is no part of a text', () => {
  const piece = (text: string) => ({
    tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'look', arguments: text } }],
  })
  const { message } = read([piece('{"city":'), piece('"Oslo"}')])
  expect(message?.tool_calls).toEqual([
    { id: 'a', type: 'function', function: { name: 'look', arguments: '{"city":"Oslo"}' } },
  ])
})

test('calls whose pieces are interleaved, and calls without an index', () => {
  const piece = (index: number | undefined, id: string | undefined, text: string) => ({
    tool_calls: [{ index, ...(id && { id }), function: { ...(id && { name: id }), arguments: text } }],
  })
  const all = [piece(0, 'a', '1'), piece(1, 'b', '2'), piece(0, undefined, '1'), piece(1, undefined, '2')]
  const { message } = read(all)
  const given = (calls: unknown) =>
    (calls as { function: { arguments: string } }[]).map(call => call.function.arguments)
  expect(given(message?.tool_calls)).toEqual(['11', '22'])
  const bare = read([
    piece(undefined, 'a', '1'),
    piece(undefined, undefined, '1'),
    piece(undefined, 'b', '2'),
  ])
  expect(given(bare.message?.tool_calls)).toEqual(['11', '2'])
})

test('content in parts, images, and audio', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' }, index: 0 }
  const { message } = read([
    { role: 'assistant', content: 'Text, ' },
    { content: [{ type: 'text', text: 'and a part.' }] },
    { images: [image] },
    { audio: { id: 'au_1', data: 'AA', transcript: 'Hel' } },
    { audio: { data: 'BB', transcript: 'lo' } },
    { audio: { expires_at: 5 } },
  ])
  expect(message).toMatchObject({
    content: [
      { type: 'text', text: 'Text, ' },
      { type: 'text', text: 'and a part.' },
    ],
    images: [image],
    audio: { id: 'au_1', data: 'AABB', transcript: 'Hello', expires_at: 5 },
  })
})

test('a whole message in one chunk, other choices, and names that objects have', () => {
  const draft = new ChatDraft()
  const message = { role: 'assistant', content: 'Hi.' }
  draft.add({ id: 'c', choices: [{ index: 1, delta: { content: 'other' } }] })
  draft.add({ id: null, choices: [{ index: 0, message, finish_reason: 'stop' }], usage: null })
  draft.add(JSON.parse('{"choices":[],"__proto__":{"polluted":1},"usage":{"prompt_tokens":1}}'))
  const { response } = draft.result() as { response: Fields }
  expect(response).toMatchObject({ id: 'c', usage: { prompt_tokens: 1 }, choices: [{ message }] })
  expect(({} as Fields).polluted).toBeUndefined()
  expect(Object.getPrototypeOf(response)).toBe(Object.prototype)
})

test('an error of a gateway in the stream, and an answer that ended with one', () => {
  const draft = new ChatDraft()
  expect(() => draft.add({ error: { message: 'no capacity', code: 429 } })).toThrow('no capacity')
  const other = new ChatDraft()
  other.add({ choices: [{ index: 0, delta: { content: 'Hal' }, finish_reason: 'error' }] })
  expect(() => other.result()).toThrow('ended with an error')
})

test('calls without ids that have one number stay apart', () => {
  const piece = (name: string, given: string) => ({
    choices: [
      { index: 0, delta: { tool_calls: [{ index: 0, id: '', function: { name, arguments: given } }] } },
    ],
  })
  const callsOf = (pieces: readonly object[]) => {
    const draft = new ChatDraft()
    for (const each of [...pieces, { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }])
      draft.add(each as never)
    const { choices } = draft.result().response as { choices: { message: { tool_calls: object[] } }[] }
    return choices[0]?.message.tool_calls.map(each => (each as { function: object }).function)
  }
  const read = { name: 'read_file', arguments: '{"path":"/etc/hosts"}' }
  expect(callsOf([piece(read.name, read.arguments), piece('delete_file', '')])).toEqual([
    read,
    { name: 'delete_file', arguments: '' },
  ])
  expect(callsOf([piece('look', '{"a":1}'), piece('look', '{"a":2}')])).toEqual([
    { name: 'look', arguments: '{"a":1}' },
    { name: 'look', arguments: '{"a":2}' },
  ])
  // A server that repeats the name in each piece.
  expect(callsOf([piece('look', '{"a"'), piece('look', ':1}')])).toEqual([
    { name: 'look', arguments: '{"a":1}' },
  ])
})

test('a piece of a text that is a number stays in the text', () => {
  const draft = new ChatDraft()
  for (const content of ['a', 5, 'b', null]) draft.add({ choices: [{ index: 0, delta: { content } }] })
  const { choices } = draft.result().response as { choices: { message: { content: string } }[] }
  expect(choices[0]?.message.content).toBe('a5b')
})
