// Sessions in two processes share the calls that a provider allows, and again after a kill of both while all sessions are due.
import { expect, test } from 'vitest'
import { ownSchema } from '../../src/run/store/postgres/test/clients.ts'
import { rush } from './rush/rush.ts'

test('no session fails, and no call is refused, when two killed processes are started again with all sessions due', async () => {
  const provider = { calls: 20, duration: 100 }
  const found = await rush({
    ...{ schema: ownSchema(), sessions: 120, processes: 2, provider, isKnown: true, kill: 'named' },
  })
  console.info(`${found.answered} calls in ${found.time} ms, ideal ${found.ideal} ms`)
  expect(found).toMatchObject({ problems: [], answered: 120, refused: 0 })
  expect(found.most).toBeGreaterThan(10)
  expect(found.most).toBeLessThanOrEqual(20)
})
