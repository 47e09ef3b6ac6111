// Compactions of official clients in a runner, answered over loopback by providers that bind reasoning.
import Anthropic from '@anthropic-ai/sdk'
import { agent } from 'ctxc'
import type { CompactHandler } from 'ctxc/effects'
import { anthropicCompaction, anthropicModel } from 'ctxc/models/anthropic'
import { openaiCompaction, openaiModel } from 'ctxc/models/openai'
import { createRunner } from 'ctxc/run'
import { inMemoryStore } from 'ctxc/store'
import OpenAI from 'openai-7'
import { afterEach, expect, test } from 'vitest'
import { type Provider, startProvider } from '../../../src/run/models/test/clients/provider.ts'
import { answerHTTP, bindingProvider } from '../../../src/testing/fake/binding/index.ts'

let server: Provider | undefined
afterEach(() => server?.close())

interface Seen {
  readonly asked: object[]
  readonly dead: unknown[]
}

/** Starts a provider that notes what it is asked and which reasoning it cannot use. */
async function started(model: string): Promise<{ seen: Seen; url: string }> {
  const seen: Seen = { asked: [], dead: [] }
  const provider = bindingProvider(model.startsWith('claude') ? 'anthropic' : 'openai', { model })
  const isAsking = (body: object) => 'compaction' in body
  const text = 'words that fill some room '.repeat(20)
  server = await startProvider(
    answerHTTP(
      {
        ...provider,
        answer(request, script) {
          const answer = provider.answer(request, script)
          const { input_transformations: dead } = answer.body as { input_transformations?: unknown[] }
          if (isAsking(request as object)) seen.asked.push(request as object)
          if (answer.status !== 200) seen.dead.push(answer.body)
          seen.dead.push(...(dead ?? []))
          return answer
        },
        compact(request) {
          seen.asked.push(request as object)
          return provider.compact(request)
        },
      },
      body => {
        if (isAsking(body)) return undefined
        if (model.startsWith('claude'))
          return [
            { type: 'thinking', thinking: 'Let me think.' },
            { type: 'text', text },
          ]
        const content = [{ type: 'output_text', text, annotations: [] }]
        return [
          { type: 'reasoning', summary: [] },
          { type: 'message', role: 'assistant', status: 'completed', content },
        ]
      },
    ),
  )
  return { seen, url: server.url }
}

const key = { owner: { app: 'app', user: 'user' }, id: 'one' }
const claude = 'claude-opus-5-5'

function runnerOf(
  url: string,
  store: ReturnType<typeof inMemoryStore>,
  { compact, model = claude }: { readonly compact?: CompactHandler; readonly model?: string } = {},
) {
  const about = { baseURL: url, apiKey: 'key', maxRetries: 0 }
  const client = new Anthropic(about)
  const gpt = new OpenAI(about)
  const own = model === claude ? anthropicCompaction({ client }) : openaiCompaction({ client: gpt })
  return createRunner({
    program: agent({ name: 'bot', model, instruction: 'Answer in short sentences.' }),
    store,
    models: { 'claude-': anthropicModel(client), 'gpt-': openaiModel(gpt) },
    compile: { budget: 4_000, effects: { compact: compact ?? own } },
  })
}

test.each([claude, 'gpt-6.2-astra'])(
  'a runner has %s compact its session, and loses no reasoning',
  async model => {
    const { seen, url } = await started(model)
    const store = inMemoryStore()
    const runner = runnerOf(url, store, { model })
    for (let turn = 0; turn < 24; turn++)
      await runner.run(key, { message: `Question ${turn}. ${'more words '.repeat(20)}` }).outcome
    await runner.stop()
    expect(seen.dead).toEqual([])
    expect(seen.asked.length).toBeGreaterThan(1)
    const { events = [] } = (await store.read(key)) ?? {}
    const made = events.filter(({ actions }) => actions?.effect?.kind === 'compact')
    expect(made).toHaveLength(seen.asked.length)
    expect(new Set(made.map(({ actions }) => actions?.effect?.key)).size).toBe(made.length)
  },
)

test('a compaction that a process lost is asked for once more in a later turn', async () => {
  const { seen, url } = await started(claude)
  const store = inMemoryStore()
  let lost = 0
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const losing: CompactHandler = {
    id: 'anthropic',
    run() {
      lost++
      begin()
      return new Promise(() => {})
    },
  }
  const first = runnerOf(url, store, { compact: losing })
  for (let turn = 0; lost === 0; turn++)
    await Promise.race([
      first.run(key, { message: `Question ${turn}. ${'more words '.repeat(20)}` }).outcome,
      begun,
    ])
  await first.stop()
  const second = runnerOf(url, store)
  for (let turn = 0; turn < 8 && seen.asked.length === 0; turn++)
    await second.run(key, { message: 'Go on.' }).outcome
  await second.run(key, { message: 'Go on.' }).outcome
  await second.stop()
  expect([lost, seen.asked.length, seen.dead]).toEqual([1, 1, []])
})
