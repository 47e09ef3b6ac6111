import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortUnitsForSending } from './in-order.ts'

/** Units in ordinal order, some of them with another place. */
const units = fc
  .array(fc.option(fc.nat(30), { freq: 2 }), { maxLength: 30 })
  .map(all => all.map((to, ordinal) => ({ ordinal, order: to === null ? ordinal : to - 1 / (2 + ordinal) })))

const ordered = (all: readonly { ordinal: number; order: number }[]) =>
  sortUnitsForSending(all, ordinal => all.find(unit => unit.ordinal === ordinal)?.order ?? ordinal).map(
    ({ ordinal }) => ordinal,
  )

test('moved units are placed by their order, and the others stay in order', () => {
  fc.assert(
    fc.property(units, all => {
      const wanted = [...all].sort((left, right) => left.order - right.order)
      expect(ordered(all)).toEqual(wanted.map(({ ordinal }) => ordinal))
    }),
  )
})

test('a moved unit follows the last unit with a smaller order', () => {
  const plain = [10, 3, 5, 11].map(ordinal => ({ ordinal, order: ordinal }))
  expect(ordered([{ ordinal: 1, order: 6.5 }, ...plain])).toEqual([10, 3, 5, 1, 11])
  expect(ordered([...plain, { ordinal: 12, order: 0.5 }])).toEqual([12, 10, 3, 5, 11])
})

test('each unit is placed once, however many are moved', () => {
  const workOf = (count: number): number => {
    let asked = 0
    const all = Array.from({ length: count }, (_, ordinal) => ({ ordinal }))
    sortUnitsForSending(all, ordinal => {
      asked++
      return ordinal % 2 === 0 ? ordinal + 1.5 : ordinal
    })
    return asked
  }
  expect([workOf(100), workOf(10_000)]).toEqual([100, 10_000])
})
