// Content may be an object that throws when it is turned into a string; JSON can hold one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { targetNames } from '../../src/core/ir/target-name.ts'
import { importConversation } from '../../src/from.ts'
import { compile } from '../../src/index.ts'
import { arbitraryMessages, type MessageFormat } from '../arbitrary/index.ts'
import { importers } from '../importers.ts'
import { parameters, patience } from '../laws/runs.ts'

const unprintable = { toString: 'x', valueOf: 1 }

/** Counts the strings of a value, keys aside. */
const stringsIn = (value: unknown): number => {
  if (typeof value === 'string') return 1
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, inner) => sum + stringsIn(inner), 0)
}

/** Returns a copy of a value whose n-th string is replaced. */
function replaced(value: unknown, n: number): unknown {
  let seen = 0
  const copy = (inner: unknown): unknown => {
    if (typeof inner === 'string') return seen++ === n ? unprintable : inner
    if (typeof inner !== 'object' || inner === null) return inner
    if (Array.isArray(inner)) return inner.map(copy)
    return Object.fromEntries(Object.entries(inner).map(([key, given]) => [key, copy(given)]))
  }
  return copy(value)
}

test.each(Object.keys(importers) as MessageFormat[])(
  'an object that has no string throws nothing in any place of %s messages',
  { timeout: patience(120_000) },
  async format => {
    const property = fc.asyncProperty(arbitraryMessages(format), fc.nat(), async (messages, place) => {
      const given = replaced(messages, place % Math.max(1, stringsIn(messages))) as object[]
      expect(() => importConversation(given)).not.toThrow()
      const conversation = importers[format](given)
      for (const target of targetNames) expect((await compile(conversation, { target })).target).toBe(target)
    })
    await fc.assert(property, { ...parameters, numRuns: Math.ceil(parameters.numRuns / 20) })
  },
)

test('a role that has no string is like a role that no format knows', () => {
  const formatOf = (role: unknown) => importConversation([{ role, function_call: null }])?.format
  expect(formatOf({ toString: 'user' })).toBe(formatOf('nobody'))
})

test('an item of Responses whose id has no string throws nothing', async () => {
  for (const item of [{ type: 'item_reference' }, { type: 'web_search_call', status: 'completed' }]) {
    const conversation = importers.openai([
      { role: 'user', content: 'Hi' },
      { ...item, id: unprintable },
    ])
    for (const target of targetNames) expect((await compile(conversation, { target })).target).toBe(target)
  }
})
