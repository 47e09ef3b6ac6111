import { describe, expect, test } from 'vitest'
import { type Billed, priceOfBill } from './bill.ts'

const call = (step: number, changes: Partial<Billed> = {}): Billed => ({
  ...{ kind: 'answer', tokens: 1_000, shared: 800, extends: true, answer: 100, step, lost: 0 },
  ...changes,
})

describe('priceOfBill', () => {
  test('input that is read and written has its prices, and recorded answers cost nothing by default', () => {
    expect(priceOfBill([call(0)], { read: 0.1 })).toBe(80 + 250)
    expect(priceOfBill([call(0)], { read: 0.1, answers: true })).toBe(80 + 250 + 500)
  })

  test('a summary and a call of the expand tool always pay their answer', () => {
    expect(priceOfBill([call(0, { kind: 'summary' })], { read: 0.1 })).toBe(80 + 250 + 500)
  })

  test('an expired cache is written again, once for all requests of the step', () => {
    const calls = [call(0), call(1), call(2, { kind: 'expand', answer: 0 }), call(2)]
    expect(priceOfBill(calls, { read: 0.1, coldEvery: 2 })).toBe(3 * 330 + 1_250)
  })

  test('lost reasoning is thought again at the price of output', () => {
    expect(priceOfBill([call(0, { lost: 2 })], { read: 0.1, again: 50 })).toBe(330 + 500)
  })

  test('a change of the history costs nothing more where the cache has expired', () => {
    const calls = (shared: number) => [call(0), call(1, { shared })]
    const [kept, changed] = [900, 0].map(shared => priceOfBill(calls(shared), { read: 0.1, coldEvery: 1 }))
    expect(changed).toBe(kept)
  })
})
