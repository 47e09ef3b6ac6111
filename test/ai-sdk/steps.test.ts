// A stored chat and the same chat as model messages are one conversation: they begin alike, byte for byte.
import { convertToModelMessages, type UIMessage } from 'ai'
import { compile } from 'ctxc'
import { fromAISDK } from 'ctxc/from/ai-sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const user = (id: string, text: string): object => ({ id, role: 'user', parts: [{ type: 'text', text }] })
const result = (toolCallId: string, output: unknown): object => ({
  type: 'tool-f',
  toolCallId,
  state: 'output-available',
  input: {},
  output,
})
const say = (text: string): object => ({ type: 'text', text })
const start = { type: 'step-start' }

const models = async (ui: readonly object[]): Promise<object[]> =>
  (await convertToModelMessages(ui as unknown as UIMessage[])) as object[]

const rolesOf = ({ messages }: { readonly messages: readonly object[] }): string =>
  (messages as { role: string; content: string | { type: string }[] }[])
    .map(
      ({ role, content }) =>
        `${role}:${typeof content === 'string' ? 'text' : content.map(({ type }) => type)}`,
    )
    .join(' ')

test('a step with text between its calls stays one answer', async () => {
  const thought = { type: 'reasoning', text: 'Plan', providerMetadata: { anthropic: { signature: 'c2ln' } } }
  const parts = [
    start,
    thought,
    say('First'),
    result('c1', 'r1'),
    say('and'),
    result('c2', 'r2'),
    start,
    say('Done'),
  ]
  const ui = [user('u', 'Go'), { id: 'a', role: 'assistant', parts }]
  const { request } = await compile(fromAISDK(ui), { model: 'claude-sonnet-5', target: 'ai-sdk' })
  expect(rolesOf(request as { messages: object[] })).toBe(
    'user:text assistant:reasoning,text,tool-call,text,tool-call tool:tool-result,tool-result assistant:text user:text',
  )
})

test('text after a call stays in the answer of the call', async () => {
  const ui = [
    user('1', 'a'),
    { id: '2', role: 'assistant', parts: [start, result('c1', 'r'), say('Looking now.')] },
    user('3', 'b'),
  ]
  const { request } = await compile(fromAISDK(ui), { model: 'claude-sonnet-5', target: 'ai-sdk' })
  expect(rolesOf(request as { messages: object[] })).toBe(
    'user:text assistant:tool-call,text tool:tool-result user:text',
  )
})

const numRuns = Math.ceil(Number(process.env.CTXC_LAW_RUNS ?? 1_500) / 25)
const seed = Number(process.env.CTXC_LAW_SEED ?? 20260101)

const words = fc.constantFrom('One', 'Two words', 'Three')
const metadata = fc.constantFrom(
  undefined,
  { anthropic: { signature: 'c2lnbmF0dXJl' } },
  { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'c2VhbA==' } },
)
const call = fc.record({
  state: fc.constantFrom(
    { state: 'output-available', output: 'ok' },
    { state: 'output-available', output: { n: 1 } },
    { state: 'output-error', errorText: 'bad' },
    { state: 'output-denied', approval: { id: 'p', approved: false, reason: 'no' } },
    { state: 'approval-responded', approval: { id: 'p', approved: false } },
    { state: 'approval-requested', approval: { id: 'p' } },
    { state: 'output-available', output: 'ok', approval: { id: 'p', approved: true, isAutomatic: true } },
    { state: 'output-available', output: 'ok', callProviderMetadata: { openai: { itemId: 'fc_1' } } },
  ),
  type: fc.constantFrom('tool-look', 'tool-pay'),
})
const step = fc.record({
  marked: fc.boolean(),
  parts: fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('text'), text: words }),
      fc.record({ type: fc.constant('reasoning'), text: words, providerMetadata: metadata }),
      call.map(({ state, type }) => ({ type, input: { q: 1 }, ...state })),
      fc.constant({ type: 'source-url', sourceId: 's', url: 'https://example.com' }),
    ),
    { minLength: 1, maxLength: 4 },
  ),
})
const chat = fc
  .array(fc.tuple(words, fc.array(step, { maxLength: 3 })), { minLength: 1, maxLength: 4 })
  .map(turns => {
    let ids = 0
    return turns.flatMap(([text, steps], turn) => {
      const parts = steps.flatMap(({ marked, parts }) => [
        ...(marked ? [start] : []),
        ...parts.map(part => {
          if (!part.type.startsWith('tool-')) return part
          const approval = (part as { approval?: object }).approval
          ids++
          return {
            ...part,
            toolCallId: `c${ids}`,
            ...(approval && { approval: { ...approval, id: `p${ids}` } }),
          }
        }),
      ])
      return [
        user(`u${turn}`, text),
        ...(parts.length > 0 ? [{ id: `a${turn}`, role: 'assistant', parts }] : []),
      ]
    })
  })

test.each([
  ['ai-sdk', 'anthropic.messages/claude-sonnet-5'],
  ['ai-sdk', 'openai.responses/gpt-5.4'],
  ['anthropic', 'claude-sonnet-5'],
  ['openai', 'gpt-5.4'],
] as const)('a chat and its model messages give %s the same request for %s', async (target, model) => {
  await fc.assert(
    fc.asyncProperty(chat, async ui => {
      const stored = await compile(fromAISDK(ui, { model }), { target, model })
      const converted = await compile(fromAISDK(await models(ui), { model }), { target, model })
      expect(JSON.stringify(stored.request)).toBe(JSON.stringify(converted.request))
    }),
    { numRuns, seed },
  )
})
