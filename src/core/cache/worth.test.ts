import { expect, test } from 'vitest'
import { cacheSavings, expectedReads } from './worth.ts'

const prices = { input: 1.5, read: 0.15, storage: 1 }
const usual = { tokens: 1e6, held: 0, reads: 2, ttl: 3_600, implicit: 0, prices }

test('a cache of an hour pays from the second request, where nothing else is cached', () => {
  expect(cacheSavings({ ...usual, reads: 1 })).toBeCloseTo(1.35 - 2.5)
  expect(cacheSavings(usual)).toBeCloseTo(2.7 - 2.5)
})

test('a cache never pays where implicit caching reads everything', () => {
  expect(cacheSavings({ ...usual, reads: 1e9, implicit: 1 })).toBeCloseTo(-2.5)
})

test('a longer cache saves only what the shorter one does not hold', () => {
  expect(cacheSavings({ ...usual, held: 5e5, reads: 3 })).toBeCloseTo(2.025 - 2.5)
  expect(cacheSavings({ ...usual, held: 5e5, reads: 4 })).toBeCloseTo(2.7 - 2.5)
})

test('as many reads are expected as there were requests, unless their pace allows fewer', () => {
  expect(expectedReads({ requests: 5, elapsed: 0 }, 600)).toBe(5)
  expect(expectedReads({ requests: 5, elapsed: 240_000 }, 600)).toBe(5)
  expect(expectedReads({ requests: 5, elapsed: 2_400_000 }, 600)).toBe(1)
  expect(expectedReads({ requests: 1, elapsed: 1 }, 600)).toBe(0)
})
