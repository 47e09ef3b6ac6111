// The store of memories meets the contract of such stores, with the clients of both packages.
import { afterAll, describe } from 'vitest'
import { testManyMemories, testMemories } from '../../../../core/remember/test/store.ts'
import { clients, ownSchema } from '../../../store/postgres/test/clients.ts'
import { postgresMemories } from '../index.ts'

describe.each(Object.keys(clients) as (keyof typeof clients)[])('postgresMemories over %s', name => {
  const { client, end } = clients[name]()
  const make = (options = {}) => postgresMemories(client, { ...options, schema: ownSchema() })
  testMemories(name, make)
  testManyMemories(name, make)
  afterAll(end)
})
