// Anthropic is asked why less was read from its cache. Its answer is recorded next to the forecast.
import Anthropic from '@anthropic-ai/sdk'
import { afterEach, expect, test } from 'vitest'
import { anthropicModel } from '../../../vendor/anthropic/index.ts'
import { type Provider, startProvider } from './provider.ts'
import { running } from './running.ts'
import type { Said } from './said.ts'
import { messages } from './wire/messages.ts'

const said: Said = {
  ...{ reasoning: '', text: 'Let me see.', refusal: '', searched: false, cuts: [] },
  calls: [{ id: 'call_0', name: 'look', input: { city: 'Oslo' } }],
}
const last: Said = { ...said, text: 'Done.', calls: [] }

let provider: Provider | undefined
afterEach(() => provider?.close())

/** Source: `Message.diagnostics` and `CacheMissToolsChanged` in @anthropic-ai/sdk/resources/messages/messages.d.ts. */
const verdict = { cache_miss_reason: { type: 'tools_changed', cache_missed_input_tokens: 900 } }

test.each([true, false])('asked: %s', async cacheDiagnostics => {
  let calls = 0
  provider = await startProvider(() => {
    const pieces = messages.pieces(calls++ === 0 ? said : last)
    const spoken = pieces.map(piece =>
      piece.includes('message_start') && calls === 2
        ? piece.replace('"content":[]', `"content":[],"diagnostics":${JSON.stringify(verdict)}`)
        : piece,
    )
    return { pieces: spoken }
  })
  const client = (url: string) =>
    anthropicModel(new Anthropic({ baseURL: url, apiKey: 'key' }), { cacheDiagnostics })
  const { run, answers } = running({ ...messages, client }, provider.url)
  expect((await run()).status).toBe('done')
  const asked = provider.received.map(({ body }) => body.diagnostics)
  expect(asked).toEqual(
    cacheDiagnostics
      ? [{ previous_message_id: null }, { previous_message_id: 'msg_1' }]
      : [undefined, undefined],
  )
  const misses = (await answers()).map(({ actions }) => actions?.run?.answered?.cacheMiss)
  expect(misses).toEqual([undefined, { reason: 'tools_changed', tokens: 900 }])
})
