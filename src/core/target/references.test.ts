import { expect, test } from 'vitest'
import { recursiveReferences } from './references.ts'

const to = (name: string): object => ({ $ref: `#/$defs/${name}` })
const found = ($defs: Record<string, object>, root: object = {}): string[] =>
  [...recursiveReferences({ ...root, $defs })].sort()

test('a definition that refers back to itself is found, one for each cycle', () => {
  expect(found({ a: { items: to('a') } })).toEqual(['#', '#/$defs/a'])
  expect(found({ a: to('b'), b: { anyOf: [to('c'), { type: 'null' }] }, c: to('a') })).toHaveLength(2)
  expect(found({ a: to('b'), b: to('b') })).toEqual(['#', '#/$defs/b'])
})

test('a shared definition and a missing one are no cycles', () => {
  const diamond = {
    a: { properties: { l: to('b'), r: to('c') } },
    b: to('d'),
    c: to('d'),
    d: { type: 'string' },
  }
  expect(found(diamond, { items: to('a') })).toEqual(['#'])
  expect(found({ a: to('missing') })).toEqual(['#'])
})

test('a chain of many definitions is followed once', () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => [`d${index}`, to(`d${index + 1}`)] as const)
  expect(found(Object.fromEntries(chain))).toEqual(['#'])
})
