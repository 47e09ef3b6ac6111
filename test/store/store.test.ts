// Every store of ours keeps the contract that `testStore` states.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { memoryStore } from '../../src/store/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import type { Store } from '../../src/store/store.ts'
import { testStore } from '../../src/testing/store/index.ts'

describe('memoryStore', () => {
  for (const { name, run } of testStore({ make: memoryStore })) test(name, run)
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
