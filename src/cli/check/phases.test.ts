import { expect, test } from 'vitest'
import { tool } from '../../core/agent/tool.ts'
import { live, withState } from '../../live/index.ts'
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
  expect(found.map(({ data }) => data.why)).toEqual(["no transition leads to it from 'greeting'"])
  expect(check(declared('booking')).diagnostics.filter(({ code }) => code === 'CX1011')).toEqual([])
})

const asking = (more: object = {}) =>
  live({
    ...{ name: 'host', model: 'gpt-realtime', initialPhase: 'booking', modifiers: [withState(['guests'])] },
    phases: [{ name: 'booking', needs: ['time'] }],
    ...more,
  })
const unwritten = (program: ReturnType<typeof live>) =>
  check(program).diagnostics.flatMap(({ code, data }) => (code === 'CX1031' ? [data.keys] : []))

test('keys that no tool and no extraction writes are reported', () => {
  expect(unwritten(asking())).toEqual([['guests'], ['time']])
})

test('keys of extractions, tools, derived keys, and those that the app sets are written', () => {
  const book = tool({ name: 'book', parameters: { type: 'object' }, writes: ['time'], execute: () => '' })
  expect(unwritten(asking({ tools: [book], expects: ['guests'] }))).toEqual([])
  expect(unwritten(asking({ extract: { keys: ['guests', 'time'], run: () => ({}) } }))).toEqual([])
  expect(unwritten(asking({ derived: { guests: () => 4 }, expects: ['time'] }))).toEqual([])
})

test('agents below the first one are looked at too', () => {
  const program = live({ name: 'desk', model: 'gpt-realtime', agents: [asking()] })
  expect(unwritten(program)).toHaveLength(2)
})
