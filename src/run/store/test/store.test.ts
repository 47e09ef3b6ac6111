// Every store in this package meets the contract that `testStore` checks.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testStore } from '../../../testing/store/index.ts'
import { inMemoryStore } from '../index.ts'
import { sqliteStore } from '../sqlite/index.ts'
import type { Store } from '../store.ts'

/** Returns nested lists with a given depth. */
function nested(depth: number): readonly unknown[] {
  let value: readonly unknown[] = []
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

test.each([
  ['inMemoryStore', inMemoryStore],
  ['sqliteStore', () => sqliteStore(':memory:')],
])('%s keeps values that are nested 50,000 times', async (_, make) => {
  const store = make()
  const key = { owner: { app: 'test' }, id: 's1' }
  const data = { kind: 'data' as const, value: nested(50_000) as never }
  const long = { kind: 'text' as const, text: 'x'.repeat(20_000) }
  const events = [[data], [long, data]].map(parts => ({ author: 'user', parts }))
  await store.append(key, {
    expectedRevision: 0,
    events,
    status: 'idle',
    time: 1,
    state: { deep: nested(50_000) as never },
  })
  const record = await store.read(key)
  const values = [
    record?.state.deep,
    ...(record?.events ?? []).map(({ parts }) => (parts.at(-1) as typeof data).value),
  ]
  for (const value of values) {
    let depth = 0
    for (let inner: unknown = value; Array.isArray(inner) && inner.length > 0; [inner] = inner) depth++
    expect(depth).toBe(50_000)
  }
  await store.close()
})

describe('inMemoryStore', () => {
  for (const { name, run } of testStore({ make: inMemoryStore })) test(name, run)
})

describe('sqliteStore in memory', () => {
  for (const { name, run } of testStore({ make: () => sqliteStore(':memory:') })) test(name, run)
})

describe('sqliteStore in a file', () => {
  const paths = new WeakMap<Store, string>()
  const open = (path: string): Store => {
    const store = sqliteStore(path, { synchronous: 'normal' })
    paths.set(store, path)
    return store
  }
  const maker = {
    make: () => open(join(mkdtempSync(join(tmpdir(), 'store-')), 'sessions.db')),
    again: (store: Store) => open(paths.get(store) as string),
  }
  for (const { name, run } of testStore(maker)) test(name, run)
})
