import { expect, test } from 'vitest'
import { fromOpenAI } from '../from/index.ts'
import { Threads } from './threads.ts'

const user = (content: string) => ({ role: 'user', content })
const system = { role: 'system', content: 'Be brief.' }

/** What a session says, and how many of its events were made to fold its units. */
const wordsOf = (threads: Threads, messages: readonly object[], from?: number): string[] => {
  const { events } = threads.session(fromOpenAI(messages), messages, from)
  return events.flatMap(({ parts }) => parts.map(part => (part.kind === 'text' ? part.text : part.kind)))
}

test('a conversation that grows shares what was read of it', () => {
  const threads = new Threads()
  const messages = Array.from({ length: 50 }, (_, index) => user(`message ${index}`))
  const before = threads.session(fromOpenAI(messages), messages)
  expect(before.units.events).toBe(50)
  const fold = before.units
  const longer = [...messages, user('one more')]
  const after = threads.session(fromOpenAI(longer), longer)
  expect(after.length).toBe(51)
  expect(after.event(50).parts).toEqual([{ kind: 'text', text: 'one more' }])
  // The fold goes on where it was: it is the same one.
  expect(after.units).toBe(fold)
  expect(after.units.events).toBe(51)
  expect(threads.session(fromOpenAI(longer), longer)).toBe(after)
})

test('conversations with one beginning are not mixed', () => {
  const threads = new Threads()
  const first = user('Hi')
  const [left, right] = [user('left'), user('right')]
  expect(wordsOf(threads, [first])).toEqual(['Hi'])
  expect(wordsOf(threads, [first, left])).toEqual(['Hi', 'left'])
  expect(wordsOf(threads, [first, right])).toEqual(['Hi', 'right'])
  expect(wordsOf(threads, [first, left, user('more')])).toEqual(['Hi', 'left', 'more'])
  expect(wordsOf(threads, [first, right, user('more')])).toEqual(['Hi', 'right', 'more'])
  expect(wordsOf(threads, [first])).toEqual(['Hi'])
})

test('what only looks alike is read anew', () => {
  const threads = new Threads()
  const first = user('Hi')
  wordsOf(threads, [first, user('a')])
  expect(wordsOf(threads, [first, user('b'), user('c')])).toEqual(['Hi', 'b', 'c'])
  expect(wordsOf(threads, [user('Hi'), user('d')])).toEqual(['Hi', 'd'])
})

test('a message that stands before all conversations tells none of them', () => {
  const threads = new Threads()
  const [one, two] = [user('one'), user('two')]
  expect(wordsOf(threads, [system, one], 1)).toEqual(['one'])
  expect(wordsOf(threads, [system, two], 1)).toEqual(['two'])
  expect(wordsOf(threads, [system, one, user('more')], 1)).toEqual(['one', 'more'])
  expect(wordsOf(threads, [system], 1)).toEqual([])
})
