// Compaction by official clients over loopback, answered by providers that bind reasoning.
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai-7'
import { afterEach, expect, test } from 'vitest'
import { type Provider, startProvider } from '../../src/run/models/test/clients/provider.ts'
import { answerHTTP, type BindingProvider, bindingProvider } from '../../src/testing/fake/binding/index.ts'

const betas = ['compact-2026-09-04', 'thinking-binding-controls-2026-08-01']
const about = { model: 'claude-opus-5-5', max_tokens: 8_000, betas } as const
let server: Provider | undefined

afterEach(() => server?.close())

const claude = async (provider: BindingProvider) => {
  server = await startProvider(answerHTTP(provider))
  return new Anthropic({ baseURL: server.url, apiKey: 'key', maxRetries: 0 }).beta.messages
}
const gpt = async (provider: BindingProvider) => {
  server = await startProvider(answerHTTP(provider))
  return new OpenAI({ baseURL: server.url, apiKey: 'key', maxRetries: 0 }).responses
}

test('the client of Anthropic compacts on demand, keeps turns, and loses no thinking', async () => {
  const messages = await claude(bindingProvider('anthropic'))
  const first = { role: 'user', content: 'Hi' } as const
  const one = await messages.create({ ...about, messages: [first] })
  const summary = await messages
    .stream({ ...about, messages: [first], compaction: { type: 'summarize' } })
    .finalMessage()
  expect([summary.stop_reason, summary.usage.input_tokens, summary.usage.iterations?.length]).toEqual([
    'compaction',
    0,
    1,
  ])
  const kept = [summary, one].map(
    ({ content }) => ({ role: 'assistant', content: content as never }) as const,
  )
  const two = await messages.create({ ...about, messages: [...kept, { role: 'user', content: 'Go on.' }] })
  expect(two.input_transformations).toEqual([])

  const { input_tokens: counted } = await messages.countTokens({
    ...{ model: about.model, betas },
    messages: [...kept, { role: 'user', content: 'Go on.' }],
  })
  expect(counted).toBeGreaterThan(0)

  const changed = [...kept, { role: 'user', content: 'Go on.' } as const]
  changed[0] = { role: 'assistant', content: [{ ...summary.content[0], content: 'Other.' }] as never }
  const error = await messages.create({ ...about, messages: changed }).catch(thrown => thrown)
  expect(error).toBeInstanceOf(Anthropic.CompactionContentMismatchError)
})

test('the client of Anthropic meets a compaction that is unavailable', async () => {
  const messages = await claude(bindingProvider('anthropic', { compaction: 'unavailable' }))
  const error = await messages
    .create({ ...about, messages: [{ role: 'user', content: 'Hi' }], compaction: { type: 'summarize' } })
    .catch(thrown => thrown)
  expect([error.status, error.errorCode]).toEqual([529, 'compaction_unavailable'])
})

test('the client of OpenAI compacts at once and at a threshold, and loses no reasoning', async () => {
  const responses = await gpt(bindingProvider('openai'))
  const model = 'gpt-6.2-sol'
  const input = [{ role: 'user', content: 'word '.repeat(1_000) }] as const
  const { output } = await responses.compact({ model, input: [...input] })
  expect(output.map(({ type }) => type)).toEqual(['message', 'compaction'])
  const one = await responses.create({
    model,
    input: [...(output as never[]), { role: 'user', content: 'Go on.' }],
  })

  const limit = { context_management: [{ type: 'compaction', compact_threshold: 1_000 }] }
  const seen: string[] = []
  const items: unknown[] = []
  for await (const event of await responses.create({ model, input: [...input], ...limit, stream: true })) {
    seen.push(event.type)
    if (event.type === 'response.output_item.done') items.push(event.item)
  }
  expect(seen).toContain('response.compaction.compacting')
  const last = { role: 'user', content: 'Go on.' }
  const two = await responses.create({ model, input: [...items, last] as never })
  const three = await responses.create({
    model,
    input: [...output, { role: 'user', content: 'Go on.' }, ...one.output, last] as never,
  })
  expect([two, three].map(it => it.input_transformations)).toEqual([undefined, undefined])
})
