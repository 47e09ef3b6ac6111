// The pause after a failed run grows with the failures in a row, which are counted for the sessions that failed last.
import { expect, test } from 'vitest'
import type { SessionLeases } from '../../store/leases.ts'
import { HeldLeases } from './held-leases.ts'
import { defaultSharing } from './sharing.ts'

/** Returns a function that lets a run of a session fail, and returns the length of the pause in lengths of a lease. */
function failing(): (id: string) => Promise<number | undefined> {
  let paused: number | undefined
  const leases: SessionLeases = {
    take: async key => ({ key, fence: 1, revision: 1 }),
    takeDue: async () => [],
    renew: async () => [],
    release: async (_, pause) => {
      paused = pause?.length
    },
    changed: async () => [],
  }
  const sharing = { ...defaultSharing, holder: 'test', leaseLength: 1 }
  const held = new HeldLeases({ leases, sharing, now: () => 0, onUnknown: () => {} })
  return async id => {
    const key = { owner: { app: 'test' }, id }
    await held.take(key)
    await held.pause(key)
    return paused
  }
}

test('a pause is twice as long after each failure, up to a limit', async () => {
  const fail = failing()
  const pauses: unknown[] = []
  for (let round = 0; round < 8; round++) pauses.push(await fail('s1'))
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 64])
})

test('a session is forgotten after 10,000 others failed', async () => {
  const fail = failing()
  await fail('first')
  await fail('again')
  for (let index = 0; index < 9_999; index++) {
    await fail(`s${index}`)
    if (index === 5_000) expect(await fail('again')).toBe(2)
  }
  expect(await fail('again')).toBe(4)
  expect(await fail('first')).toBe(1)
})
