// A law: a streamed answer, cut into any pieces, equals the answer that `doGenerate` returns.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agent, answerOf, compile, createSession, type ProviderResponse } from '../../../../index.ts'
import { aiSdkModel } from '../../../vendor/ai-sdk/index.ts'
import type { ModelPart } from '../../model-client.ts'
import { type Part, streaming, usage } from './model.ts'

type Content = Readonly<Record<string, unknown>>

const metadata = fc.option(
  fc.constantFrom(
    { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'AAAA' } },
    { anthropic: { signature: 'c2ln' } },
    { google: { thoughtSignature: 'c2ln' } },
  ),
  { nil: undefined },
)
const arguments_ = fc.oneof(
  fc.dictionary(fc.constantFrom('city', '__proto__', 'n'), fc.oneof(fc.string(), fc.integer())),
  fc.constant(null),
)
const withMetadata = (kind: fc.Arbitrary<Content>): fc.Arbitrary<Content> =>
  fc.tuple(kind, metadata).map(([part, providerMetadata]) => ({
    ...part,
    ...(providerMetadata && { providerMetadata }),
  }))

const said = (type: string) => withMetadata(fc.record({ type: fc.constant(type), text: fc.string() }))
const call = withMetadata(
  arguments_.map(input => ({
    type: 'tool-call',
    toolName: 'weather',
    input: input === null ? '{"city": "Par' : JSON.stringify(input),
  })),
)
const file = withMetadata(
  fc.constantFrom(
    { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
    { type: 'file', mediaType: 'image/png', data: { type: 'data', data: new Uint8Array([1, 2]) } },
    { type: 'reasoning-file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
    { type: 'custom', kind: 'openai.compaction' },
    { type: 'source', sourceType: 'url', id: 's1', url: 'https://example.com' },
  ),
)
/** A tool call that the provider ran, with its result, or that waits for approval. */
const ran = fc
  .tuple(fc.boolean(), fc.oneof(fc.string(), fc.constant({ found: [1] })), fc.boolean(), fc.nat())
  .map(([isError, result, waits, id]): readonly Content[] => {
    const shared = { toolCallId: `srvtoolu_${id}`, toolName: 'web_search' }
    const own = { type: 'tool-call', ...shared, input: '{"query":"x"}', providerExecuted: true }
    return waits
      ? [own, { type: 'tool-approval-request', approvalId: `a${id}`, toolCallId: shared.toolCallId }]
      : [own, { type: 'tool-result', ...shared, result, ...(isError && { isError }) }]
  })

/** Content of an answer, in which each call has its own id. */
const content = fc
  .array(
    fc.oneof(...[said('text'), said('reasoning'), call, file].map(kind => kind.map(one => [one])), ran),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map(parts =>
    parts
      .flat()
      .map((part, at) => (part.toolName === 'weather' ? { toolCallId: `call_${at}`, ...part } : part)),
  )

/** Cuts a text in two at a position. */
const cut = (text: string, at: number): readonly string[] => {
  const place = text.length === 0 ? 0 : at % text.length
  return [text.slice(0, place), text.slice(place)]
}

/** Returns the stream parts for a piece of content. */
function streamOf(part: Content, id: string, at: number): readonly Part[] {
  const { type, text, input, toolCallId, toolName, providerMetadata } = part
  const own = providerMetadata === undefined ? {} : { providerMetadata }
  if (type === 'text' || type === 'reasoning')
    return [
      { type: `${type}-start`, id },
      ...cut(text as string, at).map(delta => ({ type: `${type}-delta`, id, delta })),
      { type: `${type}-end`, id, ...own },
    ]
  if (type !== 'tool-call' || at % 2 === 0) return [part as Part]
  return [
    { type: 'tool-input-start', id: toolCallId, toolName },
    ...cut(input as string, at).map(delta => ({ type: 'tool-input-delta', id: toolCallId, delta })),
    { type: 'tool-input-end', id: toolCallId },
    part as Part,
  ]
}

/** Interleaves streams that begin in order. The numbers choose the stream of the next part. */
function interleaved(streams: readonly (readonly Part[])[], choices: readonly number[]): readonly Part[] {
  const waiting = streams.map(stream => [...stream])
  const merged: Part[] = []
  let begun = 0
  for (let turn = 0; waiting.some(stream => stream.length > 0); turn++) {
    const open = waiting.filter((stream, index) => stream.length > 0 && index <= begun)
    const chosen = open[(choices[turn % choices.length] ?? 0) % open.length] as Part[]
    if (chosen === waiting[begun]) begun++
    merged.push(chosen.shift() as Part)
  }
  return merged
}

const noise: readonly Part[] = [
  { type: 'raw', rawValue: { any: 1 } },
  { type: 'ping' },
  { type: 'custom', kind: 'anthropic.message_start' },
]

const bot = agent({ name: 'bot', outputKey: 'said', tools: [{ name: 'weather' }] })
const asked = createSession({ events: [{ author: 'user', text: 'Q' }] })
const reasons = fc.constantFrom('stop', 'length', 'tool-calls', 'content-filter', 'other')

test('a streamed answer is the answer that doGenerate returns, in any pieces', async () => {
  const compiled = await compile(bot, asked, { target: 'ai-sdk', model: 'gpt-5.4' })
  if (!compiled.ok) throw new Error('no request')
  await fc.assert(
    fc.asyncProperty(
      content,
      fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
      reasons,
      async (parts, choices, unified) => {
        const finishReason = { unified, raw: undefined }
        const response = { id: 'r1', modelId: 'gpt-5.4-2026' }
        const pieces = parts.map((part, at) => streamOf(part, `b${at}`, choices[at % choices.length] ?? 0))
        const model = streaming([
          [
            { type: 'stream-start', warnings: [] },
            { type: 'response-metadata', ...response },
            ...noise,
            ...interleaved(pieces, choices),
            { type: 'finish', finishReason, usage },
          ],
        ])
        const { signal } = new AbortController()
        const got: ModelPart[] = []
        const client = aiSdkModel(model)
        for await (const part of client.stream(compiled.request, { model: 'm', signal, key: 'k' }))
          got.push(part)
        const last = got.pop()
        const whole = { content: parts, finishReason, usage, warnings: [], response }
        expect(last).toEqual({ type: 'response', response: whole, finish: unified })
        const events = answerOf(compiled, (last as { readonly response: ProviderResponse }).response)
        expect(events).toEqual(answerOf(compiled, whole))
        for (const { actions } of events.slice(-1))
          expect(actions?.usage).toMatchObject({ inputTokens: 30, outputTokens: 9 })
        // The deltas add up to the texts of the answer.
        const text = got.map(part => (part.type === 'text' ? part.text : '')).join('')
        if (parts.filter(({ type }) => type === 'text').length < 2)
          expect(text).toBe(parts.map(({ type, text }) => (type === 'text' ? text : '')).join(''))
      },
    ),
    { numRuns: 300, seed: Number(process.env.CTXC_LAW_SEED ?? 20260101) },
  )
})
