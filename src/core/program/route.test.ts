import { expect, test } from 'vitest'
import { check } from '../../check.ts'
import { compile, createSession } from '../../index.ts'
import { parseProgram } from '../../program.ts'
import { agent } from '../agent/declare.ts'
import { pipeline } from './pipeline.ts'
import { route } from './route.ts'

const [a, b] = [agent({ name: 'a', instruction: 'A.' }), agent({ name: 'b', instruction: 'B.' })]

test('a value matches whatever the order of its keys', async () => {
  const app = route('place')
    .is({ city: 'Rome', at: { x: 1, y: 2 } }, a)
    .otherwise(b)
  const due = async (place: object) => {
    const session = createSession({
      state: { place: place as never },
      events: [{ author: 'user', text: 'Hi' }],
    })
    return (await compile(app, session, { model: 'gpt-5.4' })).agent.name
  }
  expect(await due({ at: { y: 2, x: 1 }, city: 'Rome' })).toBe('a')
  expect(await due({ at: { y: 1, x: 2 }, city: 'Rome' })).toBe('b')
})

test('check treats values that differ only in key order as one', () => {
  const app = route('k').is({ x: 1, y: 2 }, a).is({ y: 2, x: 1 }, b).otherwise(a)
  const { diagnostics } = check(pipeline(agent({ name: 'c', outputKey: 'k' }), app))
  expect(diagnostics.map(({ code }) => code)).toContain('CX1011')
})

test('an agent is one whatever the order of its fields', () => {
  const { program } = parseProgram({
    kind: 'pipeline',
    members: [
      { name: 'a', instruction: 'A.' },
      { instruction: 'A.', name: 'a' },
    ],
  })
  const [first, second] = (program as ReturnType<typeof pipeline>).members
  expect(second).toBe(first)
  expect(check(program!).diagnostics).toEqual([])
})
