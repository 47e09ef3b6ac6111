import { expect, test } from 'vitest'
import { createValueReplacer } from './replacer.ts'

test('a value that overlaps the one before is replaced with it', () => {
  const replace = createValueReplacer(new Map(values('tulip-4711', '4711-rose')))
  expect(replace('a tulip-4711-rose')).toBe('a <0>')
})

test('a value is replaced whole after a shorter one that is part of a word', () => {
  const replace = createValueReplacer(new Map(values('abc', 'bcdefgh')))
  expect(replace('xabcdefgh')).toBe('xa<1>')
})

const values = (...all: string[]) => all.map((value, at) => [value, `<${at}>`] as const)
