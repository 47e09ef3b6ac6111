// Tests of `testStore`: each of these stores has one fault, and none of them may pass.
import { describe, expect, test } from 'vitest'
import { type StoreMaker, testStore } from '../../../testing/index.ts'
import { inMemoryStore } from '../index.ts'
import { accounts } from './broken/accounts.ts'
import { appends } from './broken/appends.ts'
import { copies } from './broken/copies.ts'
import { changed, type Fault, makerOf } from './broken/fault.ts'
import { lists } from './broken/lists.ts'
import { owners } from './broken/owners.ts'
import { processes, right } from './broken/processes.ts'
import { reads } from './broken/reads.ts'
import { shared } from './broken/shared.ts'

/** Returns the names of the requirements that a store violates. */
async function failures(maker: StoreMaker, most = Number.POSITIVE_INFINITY): Promise<readonly string[]> {
  const failed: string[] = []
  for (const { name, run } of testStore(maker)) {
    await run().catch(error => failed.push(`${name}: ${error}`))
    if (failed.length >= most) break
  }
  return failed
}

/** Wrappers without a fault, which must pass. */
const sound: Readonly<Record<string, Fault>> = {
  'a wrapper': () => ({}),
  'a store with leases': right,
}

describe('testStore', () => {
  for (const [name, fault] of Object.entries(sound))
    test(`accepts ${name}`, async () => {
      expect(await failures(makerOf(fault))).toEqual([])
      expect(await failures({ make: () => changed(inMemoryStore(), {}) })).toEqual([])
    })

  for (const [name, fault] of Object.entries({
    ...appends,
    ...reads,
    ...owners,
    ...lists,
    ...shared,
    ...copies,
    ...processes,
    ...accounts,
  }))
    test(`rejects a store that ${name}`, async () => {
      expect(await failures(makerOf(fault), 1)).toHaveLength(1)
    })
})
