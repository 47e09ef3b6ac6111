import { expect, test } from 'vitest'
import { check, flow } from '../../check.ts'
import { agent, createSession, pipeline } from '../../index.ts'
import { compile } from '../compile/compile.ts'

/** Nests a value in itself the given number of times. */
function nested<Value>(levels: number, inner: Value, around: (value: Value, level: number) => Value): Value {
  let value = inner
  for (let level = 0; level < levels; level++) value = around(value, level)
  return value
}

const tree = nested<object>(1_000, { name: 'a' }, (child, level) => ({
  name: `a${level}`,
  subAgents: [child],
}))
const row = nested<object>(1_000, { name: 'a' }, member => ({ kind: 'pipeline', members: [member] }))

test.each([
  ['agent', () => agent(tree as never)],
  ['check', () => check(tree as never)],
  ['check of members', () => check(row as never)],
  ['flow', () => flow(row as never)],
  ['pipeline', () => nested<object>(1_000, { name: 'a' }, member => pipeline(member as never))],
])('%s of 1,000 levels is a TypeError with a place (A20)', (_, run) => {
  expect(run).toThrow(TypeError)
  expect(run).toThrow(/^(agent|pipeline)\S* contains itself, or is nested more than 200 levels deep/)
})

test('compile of 1,000 levels is a TypeError with a place (A20)', async () => {
  await expect(async () => compile(tree as never, createSession(), { model: 'gpt-5.4' })).rejects.toThrow(
    /^agent\.subAgents\[0\] contains itself, or is nested more than 200 levels deep/,
  )
})
