import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { bindingProvider } from '../../src/testing/fake/binding/index.ts'
import type { MadeRequest } from '../cost/strategy/made-request.ts'
import { thoughtsOf } from './binding.ts'

const user = (content: string): ChatMessage => ({ role: 'user', content })
const answer = (content: string): ChatMessage => ({ role: 'assistant', content })
const request = (made: string, ...messages: ChatMessage[]): MadeRequest => ({
  said: messages.length,
  messages,
  answer: answer(made),
  kind: 'answer',
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

/** Requests as a provider gets them that signs each thought of its answers over what precedes it. */
function judged(requests: readonly MadeRequest[]): { alive: number; deadSent: number }[] {
  const { answer: ask, judge } = bindingProvider('anthropic')
  const signed = new Map<unknown, unknown>()
  return requests.map(({ messages, answer }) => {
    const written = messages.map(message => signed.get(message.content) ?? message)
    const body = { model: 'claude-opus-5-5', max_tokens: 1_000, messages: written }
    const { alive, dead } = judge(body)
    const script = [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: answer.content },
    ]
    // A provider refuses a request with dead thoughts, so nothing signs an answer to it.
    const { status, body: made } = ask(body, script)
    if (status === 200) signed.set(answer.content, { role: 'assistant', content: made.content })
    return { alive, deadSent: dead.length }
  })
}

describe('thoughtsOf', () => {
  test('a provider that signs thoughts judges the same until it refuses a request', () => {
    const byRule = thoughtsOf(trimmed, 'chain', false).map(own => ({
      alive: own?.alive,
      deadSent: own?.deadSent,
    }))
    expect(judged(trimmed).slice(0, 4)).toEqual(byRule.slice(0, 4))
  })

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
