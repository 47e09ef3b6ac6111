// The custom store in docs/stores.md equals the example's store, and meets the contract.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ownStore } from '../../../../examples/own-store/store.ts'
import { testStore } from '../../../testing/index.ts'
import { checkedStore, inMemoryStore } from '../index.ts'

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

describe('the store of docs/stores.md', () => {
  test('is that of the example', () => {
    expect(read('docs/stores.md')).toContain(read('examples/own-store/store.ts'))
  })

  for (const { name, run } of testStore({ make: ownStore })) test(name, run)
})

describe('checkedStore', () => {
  for (const { name, run } of testStore({ make: () => checkedStore(inMemoryStore()) })) test(name, run)
})
