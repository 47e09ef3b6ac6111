import { expect, test } from 'vitest'
import type { EventInput } from '../../ir/event.ts'
import type { Part } from '../../ir/part.ts'
import { createSession } from '../create.ts'
import { currentInput } from './current-input.ts'

const call = (id: string): Part => ({ kind: 'tool-call', id, name: 'f', arguments: '{}' })
const user: EventInput = { author: 'user', text: 'u' }
const answer: EventInput = { author: 'agent', text: 'a' }

const current = (...events: EventInput[]): number[] =>
  [...currentInput(createSession({ events }).units)].sort((left, right) => left - right)

test('is the last user messages in a row and the last unit', () => {
  expect(current(user, answer, user, user, answer, answer)).toEqual([2, 3, 5])
  expect(current(user, user)).toEqual([0, 1])
  expect(current(answer)).toEqual([0])
  expect(current()).toEqual([])
})

test('includes every unit that waits for a result', () => {
  const waits: EventInput = { author: 'agent', branch: 'b', parts: [call('x')] }
  expect(current(waits, answer, user, answer)).toEqual([0, 2, 3])
})
