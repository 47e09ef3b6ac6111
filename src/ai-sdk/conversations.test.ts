import { expect, test } from 'vitest'
import { Conversations } from './conversations.ts'

const user = (content: string): object => ({ role: 'user', content })

test('a conversation that goes on is found by its beginning, whatever objects it is made of', () => {
  const memory = new Conversations<number>()
  memory.find([user('a'), user('b')]).keep(1)
  expect(memory.find([user('a'), user('b'), user('c')]).state).toBe(1)
  memory.find([user('a'), user('b'), user('c')]).keep(2)
  expect(memory.find([user('a'), user('b'), user('c'), user('d')]).state).toBe(2)
})

test('conversations are never mixed', () => {
  const memory = new Conversations<string>()
  memory.find([user('a'), user('b')]).keep('first')
  expect(memory.find([user('a')]).state).toBeUndefined()
  expect(memory.find([user('b'), user('a'), user('b')]).state).toBeUndefined()
  expect(memory.find([user('a'), user('x'), user('b')]).state).toBeUndefined()
  memory.find([user('a'), user('x')]).keep('branch')
  expect(memory.find([user('a'), user('x'), user('c')]).state).toBe('branch')
  expect(memory.find([user('a'), user('b'), user('c')]).state).toBe('first')
})

test('files are told apart by their bytes', () => {
  const memory = new Conversations<number>()
  const file = (bytes: number[]): object => ({
    role: 'user',
    content: [{ type: 'file', data: Uint8Array.from(bytes) }],
  })
  memory.find([file([1, 2])]).keep(1)
  expect(memory.find([file([1, 3])]).state).toBeUndefined()
  expect(memory.find([file([1, 2])]).state).toBe(1)
})

test('the one that was idle longest is forgotten first', () => {
  const memory = new Conversations<string>(2)
  for (const name of ['a', 'b', 'a', 'c']) memory.find([user(name)]).keep(name)
  expect(['a', 'b', 'c'].map(name => memory.find([user(name)]).state)).toEqual(['a', undefined, 'c'])
})

test('no messages are a conversation that nobody knows', () => {
  expect(new Conversations<number>().find([]).state).toBeUndefined()
})
