// Extraction of facts: scenarios 105 and 106, and laws L9 and L12.
import { expect, test } from 'vitest'
import { withState } from '../../steering/modifier.ts'
import { contextIn, gemini, Line } from './line.ts'

const extract = { keys: ['guests'], texts: 2, run: () => ({}) }
const options = {
  steeringMode: 'context-injection',
  modifiers: [withState(['guests', 'vip'])],
  extract,
} as const

test('after a turn it is given the newest texts', () => {
  const line = new Line(gemini, options)
  line.send({ type: 'heard', text: 'A table for four' }, { type: 'spoke', text: 'Gladly.' })
  line.turn()
  line.send({ type: 'heard', text: 'At eight' }, { type: 'spoke', text: 'Fine.' })
  line.turn()
  expect(line.of('extract').map(({ said }) => said.map(({ text }) => text))).toEqual([
    ['A table for four', 'Gladly.'],
    ['At eight', 'Fine.'],
  ])
})

test('105 (L12): it writes declared keys alone, and what it writes is marked', () => {
  const line = new Line(gemini, options)
  line.send({ type: 'extracted', set: { guests: 4, vip: true, 'session:phase': 'x' } })
  expect(line.state.values.guests).toBe(4)
  expect(line.state.values).not.toHaveProperty('vip')
  expect(line.notes()).toContain('CX8011')
  expect(line.of('state').at(-1)).toMatchObject({ set: { guests: 4 }, by: 'extraction' })
})

test('106: a result that comes a turn late is told then', () => {
  const line = new Line(gemini, options)
  line.turn()
  line.turn()
  expect(contextIn(line.send({ type: 'extracted', set: { guests: 4 } }))).toEqual({
    'default/0': 'Current context: guests=4',
  })
})

test('108: null erases nothing', () => {
  const line = new Line(gemini, options, { guests: 2 })
  line.send({ type: 'extracted', set: { guests: null } })
  expect(line.state.values.guests).toBe(2)
})
