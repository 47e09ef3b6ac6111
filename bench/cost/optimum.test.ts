import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatMessage } from '../../src/target/openai-chat/request.ts'
import { type CacheRule, cacheRules, priceOf } from './cache-rule.ts'
import { type Begin, beginsOf, callsOfRun, messagesFrom, unitsOf } from './history.ts'
import { leastOf, optimum } from './optimum.ts'
import { createWriter, type Sent, sharedWith, tokensOf, totalOf } from './sent.ts'
import { sizesOf } from './sizes.ts'

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
      (messages, some, room, share) => {
        const rule: CacheRule = { ...(cacheRules[0] as CacheRule), ...some }
        const begins = beginsOf(unitsOf(messages))
        const calls = callsOfRun(messages)
        const sizes = sizesOf(
          head,
          messages.map(message => tokensOf(message, count)),
          begins,
          calls,
        )
        const bounds = { room, least: share * room }
        const costOf = (path: readonly (number | null)[]): number => {
          const write = createWriter(head, count)
          const earlier: Sent[] = []
          let cost = 0
          for (const [call, place] of path.entries()) {
            if (place === null) continue
            const sent = write(messagesFrom(messages, begins[place] as Begin, calls[call] as number))
            cost += priceOf(rule, totalOf(sent), sharedWith(earlier, sent))
            earlier.push(sent)
          }
          return cost
        }
        let least = Number.POSITIVE_INFINITY
        const walk = (call: number, from: number, path: readonly (number | null)[]): void => {
          if (call === calls.length) {
            least = Math.min(least, costOf(path))
            return
          }
          const floor = leastOf(sizes, call, bounds)
          if (floor === null) return walk(call + 1, from, [...path, null])
          for (let place = from; place <= sizes.last(call); place++) {
            const kept = sizes.kept(begins[place] as Begin, call)
            if (kept <= room && kept >= floor) walk(call + 1, place, [...path, place])
          }
        }
        walk(0, 0, [])
        expect(costOf(optimum(sizes, bounds, rule))).toBeCloseTo(least, 6)
      },
    ),
    { numRuns: 500 },
  )
})
