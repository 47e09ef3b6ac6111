import { expect, test } from 'vitest'
import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { type Begin, beginsOf, callsOfRun, messagesFrom, unitsOf } from './history.ts'
import { sizesOf, widest } from './sizes.ts'

/** One letter a message: user, answer, result. */
const said = (letters: string): ChatMessage[] =>
  [...letters].map((letter, at) => {
    const content = String(at)
    if (letter === 'u') return { role: 'user', content }
    return letter === 'r' ? { role: 'tool', tool_call_id: 'c', content } : { role: 'assistant', content }
  })

const placesOf = (begins: readonly Begin[], messages: readonly ChatMessage[]): string[] =>
  begins.map(begin =>
    messagesFrom(messages, begin, messages.length)
      .map(({ content }) => content)
      .join(' '),
  )

test('results stay with their answer', () => {
  const units = unitsOf(said('uarraru'))
  expect(units.map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [1, 4],
    [4, 6],
    [6, 7],
  ])
})

test('a history begins at a unit, behind what the user said before it, and each way once', () => {
  const messages = said('auuararua')
  expect(placesOf(beginsOf(unitsOf(messages)), messages)).toEqual([
    '0 1 2 3 4 5 6 7 8',
    '1 2 3 4 5 6 7 8',
    '1 2 5 6 7 8',
    '7 8',
  ])
})

test('a call is wherever the model answers something', () => {
  expect(callsOfRun(said('auara'))).toEqual([2, 4])
})

test('sizes are those of the requests, and the widest is the first that fits', () => {
  const messages = said('auaruara')
  const begins = beginsOf(unitsOf(messages))
  const tokens = messages.map((_, at) => 10 ** (at % 4) + at)
  const sizes = sizesOf(5, tokens, begins, callsOfRun(messages))
  const kept = (begin: Begin, call: number): number =>
    messagesFrom(messages, begin, sizes.calls[call] as number).reduce(
      (sum, { content }) => sum + (tokens[Number(content)] as number),
      0,
    )
  for (const call of sizes.calls.keys())
    for (const begin of begins.slice(0, sizes.last(call) + 1))
      expect(sizes.kept(begin, call)).toBe(kept(begin, call))
  const last = sizes.calls.length - 1
  const room = kept(begins[1] as Begin, last)
  expect(widest(sizes, last, room)).toBe(1)
  expect(widest(sizes, last, 0)).toBe(-1)
})
