import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallSlots } from './call-slots.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { signal } = new AbortController()
const any = { calls: Number.POSITIVE_INFINITY, tokensPerMinute: Number.POSITIVE_INFINITY }

/** Asks for calls in turn, and notes which of them have begun. */
function asking(slots: CallSlots) {
  const begun: string[] = []
  const ask = async (name: string, tokens = 1, isPatient = true) => {
    const slot = await slots.enter({ tokens, isPatient }, signal)
    begun.push(name)
    return slot
  }
  return { begun, ask }
}

test('a refusal pauses all later calls, and halves the number at once', async () => {
  const slots = new CallSlots(any)
  const { begun, ask } = asking(slots)
  const [first] = await Promise.all(['a', 'b', 'c', 'd'].map(name => ask(name)))
  slots.refuse(first as never, 1_000)
  for (let left = 3; left > 0; left--) slots.leave(true)
  for (const name of ['e', 'f', 'g', 'h']) void ask(name)
  await vi.advanceTimersByTimeAsync(999)
  expect(begun).toHaveLength(4)
  await vi.advanceTimersByTimeAsync(1)
  // Half of four, and one more after each round of answered calls.
  expect(begun.slice(4)).toEqual(['e', 'f', 'g'])
})

test('refusals of one crowd reduce the number at once one time', async () => {
  const slots = new CallSlots(any)
  const { begun, ask } = asking(slots)
  const crowd = await Promise.all(Array.from({ length: 8 }, (_, index) => ask(`${index}`)))
  for (const slot of crowd) slots.refuse(slot, 10)
  for (let index = 0; index < 8; index++) void ask(`later ${index}`)
  await vi.advanceTimersByTimeAsync(10)
  expect(begun.slice(8)).toHaveLength(4)
})

test('a call that has another model does not wait for the end of a pause', async () => {
  const slots = new CallSlots(any)
  const { begun, ask } = asking(slots)
  slots.refuse(await ask('a'), 60_000)
  void ask('patient')
  await ask('impatient', 1, false)
  expect(begun).toEqual(['a', 'impatient'])
})

test('a large request begins before the small ones that asked later', async () => {
  const slots = new CallSlots({ ...any, tokensPerMinute: 100 })
  const { begun, ask } = asking(slots)
  for (let second = 0; second < 6; second++) {
    void ask(`small ${second}`, 15)
    if (second === 2) void ask('large', 90)
    await vi.advanceTimersByTimeAsync(10_000)
  }
  expect(begun).toEqual(['small 0', 'small 1', 'small 2'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun.slice(3, 4)).toEqual(['large'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun).toHaveLength(7)
})

test('an aborted call leaves its place to the next one', async () => {
  const slots = new CallSlots({ ...any, tokensPerMinute: 10 })
  const { begun, ask } = asking(slots)
  await ask('a', 10)
  const stop = new AbortController()
  const waiting = slots.enter({ tokens: 20, isPatient: true }, stop.signal)
  void ask('b', 5)
  stop.abort(new Error('no longer needed'))
  await expect(waiting).rejects.toThrow('no longer needed')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun).toEqual(['a', 'b'])
})
