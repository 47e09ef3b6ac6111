// The store meets the contract that `testStore` checks, with the clients of both packages.
import { afterAll, afterEach, describe, test } from 'vitest'
import { testStore } from '../../../../testing/store/index.ts'
import { clients, storeMaker } from './clients.ts'

describe.each(Object.keys(clients) as (keyof typeof clients)[])('postgresStore over %s', name => {
  const { maker, empty, end } = storeMaker(name)
  for (const { name, run } of testStore(maker)) test(name, run)
  afterEach(empty)
  afterAll(end)
})
