import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromOpenAI } from '../../src/from.ts'
import { compile, createSession } from '../../src/index.ts'
import { patience } from '../laws/runs.ts'

// Same in, same out: parts of a vendor behind Chat Completions return to it, every field in its place.

const words = fc.constantFrom('Sunny.', 'I think hard.', 'a\nb', 'ä€😀', '{"a":1}')
const value = fc.oneof(words, fc.integer(), fc.boolean(), fc.constant({ deep: [{ x: 1 }, 'y'] }))
const unknown = fc.dictionary(fc.constantFrom('prefix', 'priority', 'meta', 'partial', 'weight'), value, {
  maxKeys: 2,
})
const mark = fc.constantFrom({}, { cache_control: { type: 'ephemeral' } })

const text = fc.tuple(words, mark, unknown).map(([said, marked, more]) => ({
  type: 'text',
  text: said,
  ...marked,
  ...more,
}))
const image = unknown.map(more => ({ type: 'image_url', image_url: { url: 'https://x.org/a.png', ...more } }))
const video = unknown.map(more => ({ type: 'video_url', video_url: { url: 'https://x.org/a.mp4' }, ...more }))
// A bare text alone is written as a string, which says the same.
const list = fc
  .array(fc.oneof(text, image, video), { minLength: 2, maxLength: 3 })
  .filter(pieces => pieces.length > 1)
const user = fc
  .tuple(fc.oneof(words, list), unknown)
  .map(([content, more]) => ({ role: 'user', content, ...more }))

const detail = fc.constantFrom(
  { type: 'reasoning.text', text: 'Hm.', signature: 'c2ln', format: 'anthropic-claude-v1', index: 0 },
  { type: 'reasoning.encrypted', data: 'cmVk', format: 'anthropic-claude-v1', index: 1 },
  { type: 'reasoning.summary', summary: 'Hm.', format: 'openai-responses-v1', id: 'rs_1' },
  { type: 'reasoning.encrypted', data: 'ZW5j', format: 'openai-responses-v1', id: 'rs_1' },
  { type: 'reasoning.text', text: 'Hm.', format: 'unknown' },
  { type: 'reasoning.new', what: ['ever'] },
)
const block = fc.constantFrom(
  { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
  { type: 'redacted_thinking', data: 'cmVk' },
  { type: 'thinking', thinking: 'unsigned' },
)
const thought = fc.record(
  {
    reasoning_content: fc.oneof(words, fc.constant('')),
    reasoning: words,
    reasoning_details: fc.array(detail, { minLength: 1, maxLength: 3 }),
    thinking_blocks: fc.array(block, { minLength: 1, maxLength: 2 }),
    provider_specific_fields: fc.constant({ citations: null, thought_signatures: ['c2ln'] }),
    extra_content: fc.constant({ google: { thought_signature: 'c2ln' } }),
  },
  { requiredKeys: [] },
)
const signature = fc.constantFrom(
  {},
  { extra_content: { google: { thought_signature: 'c2ln' } } },
  { provider_specific_fields: { thought_signature: 'c2ln' } },
  { index: 0 },
)
const call = fc.tuple(signature, unknown).map(([signed, more]) => ({
  type: 'function',
  function: { name: 'look', arguments: '{"a": 1}', ...more },
  ...signed,
}))
const turn = fc
  .tuple(user, thought, unknown, fc.array(call, { maxLength: 3 }), fc.option(words), unknown)
  .map(([asked, thoughts, more, calls, said, beside]) => (turnAt: number) => {
    const named = calls.map((made, at) => ({ id: `call_${turnAt}_${at}`, ...made }))
    const content = named.length === 0 ? (said ?? 'Done.') : said
    return [
      asked,
      {
        role: 'assistant',
        content,
        ...thoughts,
        ...more,
        ...(named.length > 0 && { tool_calls: named }),
      },
      ...named.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'ok', ...beside })),
    ]
  })
const system = fc
  .array(text, { minLength: 1, maxLength: 2 })
  .filter(pieces => pieces.length > 1 || Object.keys(pieces[0] ?? {}).length > 2)
  .map(content => ({ role: 'system', content }))

const talk = fc
  .tuple(fc.option(system), fc.array(turn, { minLength: 1, maxLength: 4 }))
  .map(([first, turns]) => [...(first ? [first] : []), ...turns.flatMap((make, at) => make(at))])

const models = [
  'house-model',
  'deepseek-reasoner',
  'anthropic/claude-sonnet-4.5',
  'openai/gpt-5.4',
  'kimi-k2.6',
]
const numRuns = Number(process.env.CTXC_LAW_RUNS ?? 300)

test('Chat of any dialect is the same again for the model that made it (O3, O15)', {
  timeout: patience(60_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(talk, fc.constantFrom(...models), async (messages, model) => {
      const { ok, request, map } = await compile(fromOpenAI({ model, messages }))
      expect(ok).toBe(true)
      expect((request as { messages: unknown }).messages).toEqual(messages)
      expect(map.every(({ segments }) => segments.length > 0)).toBe(true)
      // A session that was stored and read again gives the same bytes.
      const { agent, session, format } = fromOpenAI({ model, messages })
      const stored = JSON.parse(JSON.stringify(session.toJSON())) as never
      const again = await compile({ agent, session: createSession(stored), format } as never, {
        target: 'openai-chat',
        model,
      })
      expect(again.request).toEqual(request)
    }),
    { numRuns, seed: 20261123 },
  )
})

test('audio/mpeg is sent as mp3, other names are recognized (O13), and models without sound get text (O14)', async () => {
  const send = async (mediaType: string, model: string) => {
    const file = { kind: 'file', mediaType, source: { type: 'base64', data: 'AAAA' } } as const
    const session = createSession({ events: [{ author: 'user', parts: [file] }] })
    const result = await compile(
      { agent: { name: 'a', identity: false }, session },
      { target: 'openai-chat', model, budget: 90_000 },
    )
    const content = result.request?.messages[0]?.content
    const [piece] = Array.isArray(content) ? content : []
    return [
      piece && 'input_audio' in piece ? piece.input_audio.format : 'words',
      ...result.diagnostics.map(d => d.code),
    ]
  }
  expect((await send('audio/mpeg', 'gpt-4o-audio-preview'))[0]).toBe('mp3')
  expect((await send('audio/x-wav', 'gpt-audio'))[0]).toBe('wav')
  expect((await send('audio/mpeg', 'house-model'))[0]).toBe('mp3')
  expect(await send('audio/wav', 'gpt-5.4')).toEqual(['words', 'CX7015'])
})

test('a legacy function message without a call is reported (O14)', async () => {
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'function', name: 'look', content: 'Sunny.' },
  ]
  const { diagnostics, ledger } = await compile(fromOpenAI(messages), { model: 'gpt-5.4' })
  expect(diagnostics.map(({ code }) => code)).toEqual(['CX3002'])
  expect(ledger.rows.map(({ reason }) => reason)).toContain('orphan-result')
})
