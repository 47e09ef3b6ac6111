// Compactions of official clients in a runner, answered over loopback by providers that bind reasoning.
import Anthropic from '@anthropic-ai/sdk'
import { agent } from 'ctxc'
import type { CompactHandler } from 'ctxc/effects'
import { anthropicCompaction, anthropicModel } from 'ctxc/models/anthropic'
import { createRunner } from 'ctxc/run'
import { inMemoryStore } from 'ctxc/store'
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
  const provider = bindingProvider('anthropic', { model })
  const isAsking = (body: object) => 'compaction' in body
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
      },
      body =>
        isAsking(body)
          ? undefined
          : [
              { type: 'thinking', thinking: 'Let me think.' },
              { type: 'text', text: 'words that fill some room '.repeat(20) },
            ],
    ),
  )
  return { seen, url: server.url }
}

const key = { owner: { app: 'app', user: 'user' }, id: 'one' }
const model = 'claude-opus-5-5'

function runnerOf(url: string, store: ReturnType<typeof inMemoryStore>, compact?: CompactHandler) {
  const client = new Anthropic({ baseURL: url, apiKey: 'key', maxRetries: 0 })
  return createRunner({
    program: agent({ name: 'bot', model, instruction: 'Answer in short sentences.' }),
    store,
    models: { 'claude-': anthropicModel(client) },
    compile: { budget: 3_000, effects: { compact: compact ?? anthropicCompaction({ client }) } },
  })
}

test('a runner has Claude compact its session, and loses no thinking behind it', async () => {
  const { seen, url } = await started(model)
  const store = inMemoryStore()
  const runner = runnerOf(url, store)
  for (let turn = 0; turn < 24; turn++)
    await runner.run(key, { message: `Question ${turn}. ${'more words '.repeat(20)}` }).outcome
  await runner.stop()
  expect(seen.dead).toEqual([])
  expect(seen.asked.length).toBeGreaterThan(1)
  const { events = [] } = (await store.read(key)) ?? {}
  const made = events.filter(({ actions }) => actions?.effect?.kind === 'compact')
  expect(made).toHaveLength(seen.asked.length)
  expect(new Set(made.map(({ actions }) => actions?.effect?.key)).size).toBe(made.length)
})

test('a compaction that a process lost is asked for once more in a later turn', async () => {
  const { seen, url } = await started(model)
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
  const first = runnerOf(url, store, losing)
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
