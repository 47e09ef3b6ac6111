// Calls that spread a list fail for more than some 120,000 items: nothing that a conversation or a program holds may do so.
import { expect, test } from 'vitest'
import { firstNeverCompacted } from '../../src/core/compile/fit/compact-before.ts'
import { addAll, largestOf, smallestOf } from '../../src/core/text/list.ts'
import { createSession, S } from '../../src/index.ts'
import { parseProgram } from '../../src/program.ts'
import { applyStep } from '../../src/state.ts'

const many = 130_000
const numbers = Array.from({ length: many }, (_, index) => index)
const keys = numbers.map(index => `k${index}`)

test('lists of any length are joined and measured (A8)', () => {
  const list: number[] = []
  addAll(list, numbers)
  expect([list.length, largestOf(numbers, 7), smallestOf(numbers, 7)]).toEqual([many, many - 1, 0])
})

test.each(['S.pick', 'S.drop', 'S.require'])('%s as data takes any number of keys (A8)', kind => {
  const { program, diagnostics } = parseProgram({ kind: 'pipeline', members: [{ kind, keys }] })
  expect([program === null, diagnostics]).toEqual([false, []])
})

test('a function of S.compute may read any number of keys (A8)', () => {
  const session = createSession({ state: Object.fromEntries(keys.map(key => [key, 1])) })
  const step = S.pipe(S.compute({ sum: state => Object.values(state).length }))
  expect(applyStep(session, step).outcome.ok).toBe(true)
})

test('any number of calls may wait for their results (A8)', () => {
  const parts = keys.map(id => ({ kind: 'tool-call' as const, id, name: 'read', arguments: '{}' }))
  const waiting = parts.map(part => ({ author: 'agent', parts: [part] }))
  const session = createSession({ events: [{ author: 'user', text: 'Read them' }, ...waiting] })
  // In a row of calls, only the last answer is current.
  expect(firstNeverCompacted(session.units)).toBe(many)
})
