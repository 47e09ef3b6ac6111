import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { thoughtsOf } from './binding.ts'
import type { AliveRequest } from './request.ts'

const user = (content: string): ChatMessage => ({ role: 'user', content })
const answer = (content: string): ChatMessage => ({ role: 'assistant', content })
const request = (made: string, ...messages: ChatMessage[]): AliveRequest => ({
  said: messages.length,
  messages,
  answer: answer(made),
  isExpand: false,
})

const grown = [
  request('a', user('1')),
  request('b', user('1'), answer('a'), user('2')),
  request('c', user('1'), answer('a'), user('2'), answer('b'), user('3')),
]
const trimmed = [
  ...grown,
  request('d', user('2'), answer('b'), user('3'), answer('c'), user('4')),
  request('e', user('2'), answer('b'), user('3'), answer('c'), user('4'), answer('d'), user('5')),
]

describe('thoughtsOf', () => {
  test('a history that only grows keeps all reasoning', () => {
    const thoughts = thoughtsOf(grown, 'chain', false)
    expect(thoughts.map(thought => [thought?.made, thought?.alive])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ])
  })

  test('a trim ends the reasoning behind it', () => {
    expect(thoughtsOf(trimmed, 'prefix', false)[3]).toEqual({ made: 3, kept: 2, alive: 0, deadSent: 2 })
  })

  test('a prefix binding lets what comes after a trim live', () => {
    expect(thoughtsOf(trimmed, 'prefix', false)[4]).toEqual({ made: 4, kept: 3, alive: 1, deadSent: 2 })
  })

  test('a chain that begins dead ends all later reasoning', () => {
    expect(thoughtsOf(trimmed, 'chain', false)[4]).toMatchObject({ alive: 0, deadSent: 3 })
  })

  test('who takes dead reasoning out sends none, and goes on with a new chain', () => {
    expect(thoughtsOf(trimmed, 'chain', true)[4]).toEqual({ made: 4, kept: 3, alive: 1, deadSent: 0 })
  })
})
