import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SkipList } from './skip-list.ts'

test('the next index is the first that was not skipped', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(30))), steps => {
      const [passed, known] = [new SkipList(), new Set<number>()]
      for (const [added, asked] of steps) {
        passed.add(added)
        known.add(added)
        let next = asked
        while (known.has(next)) next++
        expect(passed.firstNotSkipped(asked)).toBe(next)
      }
    }),
  )
})
