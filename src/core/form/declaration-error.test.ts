import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { agent } from '../agent/declare.ts'
import { DeclarationError } from './declaration-error.ts'

test('a terminal shows the message and the stack of a mistake, and none of its details for code', () => {
  let thrown: unknown
  try {
    agent({ name: 5 } as never)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(DeclarationError)
  const { message, stack, what } = thrown as DeclarationError
  const withoutName = (text = ''): string => text.slice(text.indexOf(': '))
  expect(withoutName(inspect(thrown))).toBe(withoutName(stack))
  expect(message).toContain(what)
})
