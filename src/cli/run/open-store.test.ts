import { expect, test } from 'vitest'
import { unopened } from './open-store.ts'

test('on a Node without SQLite, the store that works is named', () => {
  const error = new Error('sqliteStore needs Node 22.13 or later, this is v20.19.0: update Node')
  expect(unopened('a.db', error)).toMatchObject({
    message: 'a store in a file needs Node 22.13 or later, this is v20.19.0',
    help: 'update Node, or use --store memory, which keeps the session until the command ends',
  })
})
