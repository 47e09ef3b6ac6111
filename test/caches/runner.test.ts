// A runner over several calls, with a client of Gemini that keeps caches as the provider does.
import { agent, type EventInput, type Tool, tool } from 'ctxc'
import { geminiCaches, geminiModel } from 'ctxc/models/gemini'
import { createRunner } from 'ctxc/run'
import { inMemoryStore } from 'ctxc/store'
import { expect, test } from 'vitest'
import { faults, helper, type Kept, minute, start } from './world.ts'

/** The provider: it refuses what the API refuses, and answers everything else. */
class Provider {
  readonly kept = new Map<string, Kept>()
  readonly requests: { readonly config?: Readonly<Record<string, unknown>> }[] = []
  readonly created: unknown[] = []
  now = start
  readonly client = {
    models: { generateContentStream: async (request: never) => this.answer(request) },
    caches: {
      create: async ({ model, config }: { model: string; config: Record<string, unknown> }) => {
        const { ttl, abortSignal: _, ...held } = config
        const name = `cachedContents/${this.created.length + 1}`
        this.created.push(config)
        this.kept.set(name, { model, config: { contents: [], ...held } as never })
        const expireTime = new Date(this.now + Number.parseInt(ttl as string, 10) * 1000).toISOString()
        return { name, expireTime, usageMetadata: { totalTokenCount: 12_000 } }
      },
      delete: async ({ name }: { name: string }) => void this.kept.delete(name),
    },
  }

  private answer(given: { readonly config: Readonly<Record<string, unknown>> }) {
    const { abortSignal: _, ...config } = given.config
    const request = { ...given, config }
    this.requests.push(request)
    const [fault] = faults(request, this.kept)
    if (fault?.startsWith('gone'))
      throw Object.assign(new Error(JSON.stringify({ error: { code: 403, message: fault } })), {
        status: 403,
      })
    if (fault !== undefined) throw Object.assign(new Error(fault), { status: 400 })
    const content = { role: 'model', parts: [{ text: 'It rains.' }] }
    return (async function* () {
      yield { candidates: [{ content, finishReason: 'STOP', index: 0 }] }
    })()
  }
}

function runnerFor(provider: Provider, tools?: readonly Tool[]) {
  const store = inMemoryStore()
  const key = { owner: { app: 'test' }, id: 's' }
  const runnerWith = (own?: readonly Tool[]) =>
    createRunner({
      program: agent({ ...helper, ...(own && { tools: own }) }),
      store,
      models: { 'gemini-': geminiModel(provider.client as never) },
      now: () => provider.now,
      compile: {
        effects: { cache: geminiCaches({ client: provider.client as never, ttl: 600, reads: 100 }) },
      },
    } as never)
  let runner = runnerWith(tools)
  return {
    change(own: readonly Tool[]) {
      runner = runnerWith(own)
    },
    async turn(): Promise<unknown> {
      const { status } = (await runner.run(key, { message: 'And now?' }).outcome) as { status: string }
      expect(status).toBe('done')
      provider.now += minute
      return provider.requests.at(-1)?.config?.cachedContent
    },
    async events(): Promise<readonly EventInput[]> {
      return ((await store.read(key)) as { events: readonly EventInput[] }).events
    },
  }
}

test('a runner has a cache made after the second call, names it from the next on, and replaces it', async () => {
  const provider = new Provider()
  const { turn, change, events } = runnerFor(provider)
  expect([await turn(), await turn(), await turn(), await turn()]).toEqual([
    undefined,
    undefined,
    'cachedContents/1',
    'cachedContents/1',
  ])
  expect(provider.created).toHaveLength(1)
  expect(provider.created[0]).not.toHaveProperty('contents')
  provider.now += 600_000
  expect(await turn()).toBeUndefined()
  expect(await turn()).toBe('cachedContents/2')
  change([tool({ name: 'search', description: 'Searches.', execute: () => 'found' }) as Tool])
  expect(await turn()).toBeUndefined()
  expect(await turn()).toBeUndefined()
  expect(await turn()).toBe('cachedContents/3')
  const outcomes = (await events()).flatMap(({ actions }) => actions?.effect ?? [])
  expect(outcomes.map(({ kind, handler }) => [kind, handler])).toEqual(Array(3).fill(['cache', 'gemini']))
})

test('a call whose cache is gone is made again without it, and the cache is not named any more', async () => {
  const provider = new Provider()
  const { turn, events } = runnerFor(provider)
  for (let calls = 0; calls < 3; calls++) await turn()
  provider.kept.clear()
  const before = provider.requests.length
  expect(await turn()).toBeUndefined()
  expect(provider.requests.slice(before).map(({ config }) => config?.cachedContent)).toEqual([
    'cachedContents/1',
    undefined,
  ])
  expect(await turn()).toBeUndefined()
  expect(provider.requests.length).toBe(before + 3)
  const gone = (await events()).flatMap(({ actions }) =>
    actions?.effect && 'error' in actions.effect ? [actions.effect.error] : [],
  )
  expect(gone).toHaveLength(1)
  expect(gone[0]).toContain('CachedContent not found')
})
