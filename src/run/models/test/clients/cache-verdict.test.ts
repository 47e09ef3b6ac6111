// Providers are asked why less was read from their cache. Their answers are recorded in the session.
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai-7'
import { afterEach, expect, test } from 'vitest'
import { anthropicModel } from '../../../vendor/anthropic/index.ts'
import { openaiModel } from '../../../vendor/openai/index.ts'
import { type Provider, startProvider } from './provider.ts'
import { running } from './running.ts'
import type { Said } from './said.ts'
import { messages } from './wire/messages.ts'
import { responses } from './wire/responses.ts'

const said: Said = {
  ...{ reasoning: '', text: 'Let me see.', refusal: '', searched: false, cuts: [] },
  calls: [{ id: 'call_0', name: 'look', input: { city: 'Oslo' } }],
}
const last: Said = { ...said, text: 'Done.', calls: [] }

let provider: Provider | undefined
afterEach(() => provider?.close())

/** Source: `Message.diagnostics` and `CacheMissToolsChanged` in @anthropic-ai/sdk/resources/messages/messages.d.ts. */
const claude = {
  wire: messages,
  verdict: { diagnostics: { cache_miss_reason: { type: 'tools_changed', cache_missed_input_tokens: 900 } } },
  place: /"content":\[\]/,
  client: (url: string, cacheDiagnostics: boolean) =>
    anthropicModel(new Anthropic({ baseURL: url, apiKey: 'key' }), { cacheDiagnostics }),
  field: 'diagnostics',
  asked: [{ previous_message_id: null }, { previous_message_id: 'msg_1' }],
  miss: { reason: 'tools_changed', tokens: 900 },
}
/** Source: `Response.CacheMiss` in openai 7.59.0, resources/responses/responses.d.ts. */
const gpt = {
  wire: responses,
  verdict: {
    prompt_cache_diagnostics: {
      type: 'cache_miss',
      reason: 'verbosity_changed',
      cache_missed_tokens: 900,
      comparison_reusable_tokens: 40,
    },
  },
  place: /"output":\[/,
  client: (url: string, cacheDiagnostics: boolean) =>
    openaiModel(new OpenAI({ baseURL: url, apiKey: 'key' }), { cacheDiagnostics }),
  field: 'prompt_cache_options',
  asked: [undefined, { comparison_response_id: 'resp_1' }],
  miss: { reason: 'verbosity_changed', tokens: 900, shared: 40 },
}

/** Adds a verdict to the event of a stream that contains the response. */
const withVerdict = (piece: string, { verdict, place }: typeof claude | typeof gpt): string =>
  /message_start|response\.completed/.test(piece)
    ? piece.replace(place, found => `${JSON.stringify(verdict).slice(1, -1)},${found}`)
    : piece

test.each([
  ['Anthropic', 'is asked for', claude, true],
  ['Anthropic', 'comes unasked', claude, false],
  ['OpenAI', 'is asked for', gpt, true],
  ['OpenAI', 'comes unasked', gpt, false],
] as const)('the verdict of %s is recorded if it %s', async (_vendor, _how, vendor, cacheDiagnostics) => {
  let calls = 0
  provider = await startProvider(() => {
    const pieces = vendor.wire.pieces(calls++ === 0 ? said : last)
    return { pieces: calls === 2 ? pieces.map(piece => withVerdict(piece, vendor)) : pieces }
  })
  const client = (url: string) => vendor.client(url, cacheDiagnostics)
  const { run, answers } = running({ ...vendor.wire, client }, provider.url)
  expect((await run()).status).toBe('done')
  const asked = provider.received.map(({ body }) => body[vendor.field])
  expect(asked).toEqual(cacheDiagnostics ? vendor.asked : [undefined, undefined])
  const misses = (await answers()).map(({ actions }) => actions?.cacheMiss)
  expect(misses).toEqual([undefined, vendor.miss])
})
