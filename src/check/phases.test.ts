import { expect, test } from 'vitest'
import { live } from '../live/index.ts'
import { check } from './check.ts'

const declared = (to: string) =>
  live({
    ...{ name: 'host', model: 'gpt-realtime', initialPhase: 'greeting' },
    phases: [
      { name: 'greeting', transitions: [{ to, when: () => true }] },
      { name: 'booking', transitions: [{ to: 'goodbye', when: () => true }] },
      { name: 'goodbye' },
    ],
  })

test('a phase that no chain of transitions reaches is reported (15)', () => {
  const found = check(declared('goodbye')).diagnostics.filter(({ code }) => code === 'CX1011')
  expect(found.map(({ message }) => message)).toEqual([
    "the phase 'booking' never runs: no transition leads to it from 'greeting'",
  ])
  expect(check(declared('booking')).diagnostics.filter(({ code }) => code === 'CX1011')).toEqual([])
})
