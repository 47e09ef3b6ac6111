import { parseProgram } from 'ctxc/program'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const messages = (data: unknown): readonly string[] =>
  parseProgram(data).diagnostics.map(({ at, message }) => `${at} ${message}`)

test('parseProgram throws for no JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), data => {
      expect(typeof parseProgram(data).ok).toBe('boolean')
    }),
    { numRuns: 2000 },
  )
})

test('parseProgram reads 100,000 levels without a deep stack', () => {
  const deep = (open: string, close: string): unknown =>
    JSON.parse(`${open.repeat(100_000)}{"name":"a"}${close.repeat(100_000)}`)
  expect(messages(deep('{"kind":"pipeline","members":[', ']}'))).toEqual([
    'd: the program is nested too deeply, or contains itself',
  ])
  expect(messages(deep('[', ']'))).toHaveLength(1)
  expect(messages({ name: 'a', outputSchema: deep('{"type":', '}') })).toHaveLength(1)
})

test('parseProgram reports the first 100 of many mistakes', () => {
  const { diagnostics } = parseProgram({
    kind: 'pipeline',
    members: Array.from({ length: 300_000 }, () => 5),
  })
  expect(diagnostics).toHaveLength(100)
  expect(diagnostics[99]?.notes).toHaveLength(1)
  expect(diagnostics[98]?.notes).toEqual([])
})

test('a long name is not compared for suggestions, and shown in part', () => {
  const { diagnostics } = parseProgram({
    name: 'a',
    ['x'.repeat(1_000_000)]: 1,
    model: ['y'.repeat(1_000_000)],
  })
  for (const { message, at, help } of diagnostics) expect(`${message}${at}${help}`.length).toBeLessThan(600)
  expect(messages({ kind: 'z'.repeat(1_000_000) })[0]?.length).toBeLessThan(200)
})

test('__proto__ is an unknown field of an agent, and an ordinary key elsewhere', () => {
  expect(messages(JSON.parse('{"name":"a","__proto__":{"model":"x"}}'))).toEqual([
    "d:__proto__ the program has no '__proto__'",
  ])
  expect(messages(JSON.parse('{"__proto__":{"name":"a"}}'))).toEqual([
    "d:__proto__ the program has no '__proto__'",
    'd:name name is missing',
  ])
  const { program } = parseProgram(
    JSON.parse('{"kind":"pipeline","members":[{"kind":"S.set","values":{"__proto__":1}},{"name":"a"}]}'),
  )
  expect(JSON.stringify(program)).toContain('"__proto__":1')
})

test('a value that is not JSON is refused with its place', () => {
  const circle: Record<string, unknown> = { name: 'a' }
  circle.extra = circle
  expect(messages({ name: 'a', instruction: () => 'x' })).toEqual(['d:instruction instruction is a function'])
  expect(messages({ kind: 'pipeline', members: [{ name: 'a', model: new Date(0) }] })).toEqual([
    'd:members.0.model model is an instance of Date',
  ])
  expect(messages(circle)).toEqual(['d: the program is nested too deeply, or contains itself'])
  expect(messages(undefined)).toEqual(['d: the program is undefined'])
  const fails = {
    get name(): never {
      throw new Error('no')
    },
  }
  expect(messages(fails)).toEqual(['d: the program cannot be read'])
})

test('later changes of the data do not change the program', () => {
  const data = { name: 'a', expects: ['b'] }
  const { program } = parseProgram(data)
  data.expects.push('c')
  expect(program).toEqual({ name: 'a', expects: ['b'] })
})
