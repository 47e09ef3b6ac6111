import { expect, test } from 'vitest'
import { createSession } from './create.ts'

test('keys that are read after each append are not copied each time (A16)', () => {
  let session = createSession()
  const maps = new Set<unknown>()
  for (let index = 0; index < 3_000; index++) {
    const set = { [`k${index}`]: index }
    session = session.append({ author: 'developer', actions: { state: { set } } })
    maps.add(session.keys)
    expect(session.keys.size).toBe(index + 1)
  }
  expect(maps.size).toBeLessThan(20)
})

test('an older version keeps its state when a later one was read, rewinds too (A16)', () => {
  const versions = [createSession({ state: { a: 0 } })]
  for (let index = 0; index < 300; index++) {
    const last = versions.at(-1) as (typeof versions)[number]
    const set = { [`k${index % 90}`]: index }
    versions.push(
      index % 50 === 49
        ? last.rewind(index - 20)
        : last.append({ author: 'developer', actions: { state: { set } } }),
    )
    void versions.at(-1)?.keys
  }
  const cold = (index: number) =>
    createSession({ state: { a: 0 }, events: versions[index]?.events ?? [] }).state
  for (const index of [250, 3, 300, 120, 121, 299]) expect(versions[index]?.state).toEqual(cold(index))
})
