// The comparison of logs finds every kind of difference that matters, and ignores all others.
import { expect, test } from 'vitest'
import type { Part } from '../../../core/ir/part.ts'
import { unknownOutcomeText } from '../../../run.ts'
import type { StoredEvent } from '../../store/index.ts'
import { difference } from './essence.ts'

type Made = Omit<StoredEvent, 'seq'>

const text = (author: string, said: string, branch = ''): Made => ({
  author,
  branch,
  response: '',
  parts: [{ kind: 'text', text: said }],
})
const calls = (...ids: readonly string[]): Made => ({
  author: 'clerk',
  branch: '',
  response: '',
  parts: ids.map((id): Part => ({ kind: 'tool-call', id, name: 'pay', arguments: '{}' })),
})
const result = (id: string, said: string): Made => ({
  author: 'tool',
  branch: '',
  response: '',
  parts: [{ kind: 'tool-result', id, name: 'pay', content: [{ kind: 'text', text: said }] }],
})
const mark: Made = {
  author: 'developer',
  branch: '',
  response: '',
  parts: [],
  actions: { run: { begun: { calls: ['1.0'] } } },
}
const notKnown = (id: string) => result(id, `Error: ${unknownOutcomeText}`)
const log = (...events: readonly Made[]): StoredEvent[] => events.map((event, seq) => ({ ...event, seq }))

const whole = log(
  text('user', 'Go'),
  calls('a', 'b'),
  result('a', 'one'),
  result('b', 'two'),
  text('clerk', 'Done'),
)

test.each([
  [
    'marks',
    log(
      text('user', 'Go'),
      calls('a', 'b'),
      mark,
      result('a', 'one'),
      result('b', 'two'),
      text('clerk', 'Done'),
    ),
  ],
  [
    'ids',
    log(text('user', 'Go'), calls('x', 'y'), result('x', 'one'), result('y', 'two'), text('clerk', 'Done')),
  ],
  ['the order of results', log(...[0, 1, 3, 2, 4].map(seq => whole[seq] as StoredEvent))],
  ['times', whole.map(event => ({ ...event, time: event.seq }))],
  [
    'a result that is not known',
    log(text('user', 'Go'), calls('a', 'b'), notKnown('a'), result('b', 'two'), text('clerk', 'Done')),
  ],
])('%s are no difference', (_, events) => {
  expect(difference(whole, events, ['pay'])).toBeNull()
})

test.each([
  ['another text', log(...whole.slice(0, 4), text('clerk', 'Finished'))],
  ['another author', log(...whole.slice(0, 4), text('boss', 'Done'))],
  ['another branch', log(...whole.slice(0, 4), text('clerk', 'Done', 'web'))],
  ['a missing event', log(...whole.slice(0, 4))],
  ['an event more', log(...whole, text('clerk', 'Done'))],
  [
    'results that changed places',
    log(text('user', 'Go'), calls('a', 'b'), result('a', 'two'), result('b', 'one'), text('clerk', 'Done')),
  ],
  ['an answer before a result', log(...[0, 1, 2, 4, 3].map(seq => whole[seq] as StoredEvent))],
  [
    'another state',
    whole.map(event => (event.seq === 3 ? { ...event, actions: { state: { set: { a: 1 } } } } : event)),
  ],
])('%s is a difference', (_, events) => {
  expect(difference(whole, events, ['pay'])).toMatch(/^branch /)
})

test('a result that is not known counts only for a tool that reports', () => {
  const unknown = log(
    text('user', 'Go'),
    calls('a', 'b'),
    notKnown('a'),
    result('b', 'two'),
    text('clerk', 'Done'),
  )
  expect(difference(whole, unknown, ['other'])).toMatch(/^branch /)
  expect(difference(unknown, whole, ['pay'])).toMatch(/^branch /)
})

test('a step of the main branch before a branch has ended is a difference', () => {
  const [first, web, last] = [text('user', 'Go'), text('web', 'Pages', 'web'), text('clerk', 'Done')]
  expect(difference(log(first, web, last), log(first, last, web), [])).toMatch(/^branch ''/)
})
