import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { type CacheRule, cacheRules, priceOf } from './cache-rule.ts'
import { type Begin, beginsOf, callsOfRun, messagesFrom, unitsOf } from './history.ts'
import { leastOf, optimum } from './optimum.ts'
import { createWriter, type Sent, sharedWith, tokensOf, totalOf } from './sent.ts'
import { sizesOf, widest } from './sizes.ts'

const head = 7
const count = (text: string): number => text.length

/** Texts differ, so that requests are alike only where they hold the same message. */
const message = (kind: string, at: number, size: number): ChatMessage => {
  const content = String.fromCharCode(0x4e00 + at) + 'x'.repeat(size)
  if (kind === 'user') return { role: 'user', content }
  if (kind === 'tool') return { role: 'tool', tool_call_id: 'c', content }
  return { role: 'assistant', content }
}

const runs = fc
  .array(
    fc.tuple(fc.constantFrom('user', 'assistant', 'assistant', 'tool'), fc.integer({ min: 0, max: 20 })),
    {
      minLength: 2,
      maxLength: 14,
    },
  )
  .map(list => list.map(([kind, size], at) => message(kind, at, size)))

const rules = fc.record({
  read: fc.constantFrom(0.1, 0.5),
  write: fc.constantFrom(1, 1.25),
  minimum: fc.constantFrom(0, 10, 40),
  multiple: fc.constantFrom(1, 8),
})

test('the optimum is the cheapest of all ways, with the whole cache and not only the last request', () => {
  fc.assert(
    fc.property(
      runs,
      rules,
      fc.integer({ min: 10, max: 150 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(0, 0, 0.3, 2),
      (messages, some, room, share, worth) => {
        const rule: CacheRule = { ...(cacheRules[0] as CacheRule), ...some }
        const begins = beginsOf(unitsOf(messages))
        const tokens = messages.map(message => tokensOf(message, count))
        const all = sizesOf(head, tokens, begins, callsOfRun(messages))
        const calls = all.calls.filter((_, call) => widest(all, call, room) >= 0)
        const sizes = sizesOf(head, tokens, begins, calls)
        const bounds = { room, least: share * room }
        const costOf = (places: readonly number[]): number => {
          const write = createWriter(head, count)
          const earlier: Sent[] = []
          let cost = 0
          for (const [call, place] of places.entries()) {
            const sent = write(messagesFrom(messages, begins[place] as Begin, calls[call] as number))
            const worthOfIt = worth * (totalOf(sent) - head)
            cost += priceOf(rule, totalOf(sent), sharedWith(earlier, sent)) - worthOfIt
            earlier.push(sent)
          }
          return cost
        }
        let least = Number.POSITIVE_INFINITY
        const walk = (from: number, places: readonly number[]): void => {
          const call = places.length
          if (call === calls.length) {
            least = Math.min(least, costOf(places))
            return
          }
          const floor = leastOf(sizes, call, bounds)
          for (let place = from; place <= sizes.last(call); place++) {
            const kept = sizes.kept(begins[place] as Begin, call)
            if (kept <= room && kept >= floor) walk(place, [...places, place])
          }
        }
        walk(0, [])
        const found = optimum(sizes, bounds, rule, worth)
        expect(found.cost).toBeCloseTo(least, 6)
        expect(costOf(found.places)).toBeCloseTo(least, 6)
      },
    ),
    { numRuns: 500 },
  )
})
