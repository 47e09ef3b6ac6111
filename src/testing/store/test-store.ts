import { accounting } from './accounting.ts'
import { appending } from './appending.ts'
import { content } from './content.ts'
import { deleting } from './deleting.ts'
import { forking } from './forking.ts'
import { leasing } from './leasing.ts'
import { listing } from './listing.ts'
import { malformed } from './malformed.ts'
import { naming } from './naming.ts'
import { owners } from './owners.ts'
import { reading } from './reading.ts'
import type { Requirements, StoreMaker } from './requirement.ts'
import { sharedKeys } from './shared-keys.ts'

/** Test of one requirement that every store must meet. */
export interface StoreTest {
  readonly name: string
  /**
   * Runs the test. Rejects with an error that describes the store's wrong behaviour. Resolves to the reason if the test
   * was skipped, because the store lacks an optional method; otherwise to undefined.
   */
  run(): Promise<string | undefined>
}

/** Checks by topic. Slow checks are last, so that a broken store fails early. */
const topics: readonly Requirements[] = [
  reading,
  appending,
  listing,
  sharedKeys,
  forking,
  deleting,
  malformed,
  leasing,
  accounting,
  owners,
  naming,
  content,
]

/**
 * Returns tests of all requirements for a store, for use with any test runner. Each test uses a new store.
 *
 * @example
 * import { inMemoryStore } from 'ctxc/store'
 * import { testStore } from 'ctxc/testing'
 *
 * for (const { run } of testStore({ make: inMemoryStore })) await run() // test(name, run) in a test runner
 */
export const testStore = (maker: StoreMaker): readonly StoreTest[] =>
  topics.flatMap(Object.entries<Requirements[string]>).map(([name, check]) => ({
    name,
    async run() {
      const store = await maker.make()
      try {
        return (await check(store, maker)) ?? undefined
      } finally {
        await store.close()
      }
    },
  }))
