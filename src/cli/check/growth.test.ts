import { afterEach, expect, test, vi } from 'vitest'
import { check } from './check.ts'
import { World } from './world.ts'

afterEach(() => vi.restoreAllMocks())

/** Counts how often a check of a pipeline joins states, and how often it looks up a key of one. */
function workOf(agents: number) {
  const joined = vi.spyOn(World.prototype, 'mergeWith')
  const looked = vi.spyOn(World.prototype, 'get')
  const members = Array.from({ length: agents }, (_, index) => ({
    name: `a${index}`,
    instruction: index === 0 ? 'Begin.' : `Use {k${index - 1}}.`,
    outputKey: `k${index}`,
  }))
  expect(check({ kind: 'pipeline', members } as never).ok).toBe(true)
  const work = { joined: joined.mock.calls.length, looked: looked.mock.calls.length }
  vi.restoreAllMocks()
  return work
}

test('an agent more costs the same, however many a pipeline has (A15)', () => {
  const [few, many] = [workOf(50), workOf(400)]
  // The states before, during and after agents are only joined if a group asks for them.
  expect([few.joined, many.joined]).toEqual([0, 0])
  expect(many.looked / few.looked).toBeLessThan(8.5)
})
