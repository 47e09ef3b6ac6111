import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PersistentMap } from './persistent-map.ts'
import { PersistentSet } from './persistent-set.ts'

const sorted = <Value>(map: ReadonlyMap<string, Value>) =>
  [...map].sort(([left], [right]) => (left < right ? -1 : 1))

const key = fc.string({ maxLength: 3 })
const entries = fc.array(fc.tuple(key, fc.nat(5)))
/** Entries to set, and keys (with null) to delete. */
const edits = fc.array(fc.tuple(key, fc.option(fc.nat(5))))

test('every version equals a map copied at each step', () => {
  fc.assert(
    fc.property(edits, all => {
      let map = PersistentMap.of<number>()
      const copy = new Map<string, number>()
      const versions = all.map(([name, value]) => {
        map = value === null ? map.delete(name) : map.set(name, value)
        if (value === null) copy.delete(name)
        else copy.set(name, value)
        return [map, new Map(copy)] as const
      })
      for (const [made, wanted] of versions) {
        expect([made.size, sorted(made)]).toEqual([wanted.size, sorted(wanted)])
        for (const [name] of all)
          expect([made.get(name), made.has(name)]).toEqual([wanted.get(name), wanted.has(name)])
      }
    }),
  )
})

test('a deleted key leaves no trace in the order', () => {
  fc.assert(
    fc.property(entries, entries, (kept, gone) => {
      const base = PersistentMap.of<number>(kept)
      const more = gone.reduce((map, [name, value]) => (base.has(name) ? map : map.set(name, value)), base)
      const left = gone.reduce((map, [name]) => (base.has(name) ? map : map.delete(name)), more)
      expect([...left]).toEqual([...base])
      expect(base.delete('no key of these')).toBe(base)
    }),
  )
})

test('two maps are merged entry by entry', () => {
  fc.assert(
    fc.property(entries, entries, entries, (both, one, other) => {
      const base = PersistentMap.of<number>(both)
      const left = one.reduce((map, [name, value]) => map.set(name, value), base)
      const right = other.reduce((map, [name, value]) => map.set(name, value), base)
      const merged = left.merge(right, (mine = 0, yours = 0) => Math.max(mine, yours))
      const wanted = new Map(left)
      for (const [name, value] of right) wanted.set(name, Math.max(value, wanted.get(name) ?? 0))
      expect([merged.size, sorted(merged)]).toEqual([wanted.size, sorted(wanted)])
      const set = PersistentSet.of(left.keys()).with(PersistentSet.of(right.keys()))
      expect([...set].sort()).toEqual([...wanted.keys()].sort())
    }),
  )
})

test('entries shared by two maps are not visited', () => {
  const base = PersistentMap.of(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index] as const))
  let combined = 0
  const merged = base.set('a', 1).merge(base.set('b', 2), (left, right) => {
    combined++
    return left ?? right ?? 0
  })
  expect([merged.size, combined < 40]).toEqual([5_002, true])
  expect(base.set('k7', 7)).toBe(base)
})
