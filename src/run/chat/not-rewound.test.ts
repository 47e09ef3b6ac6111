import { expect, test } from 'vitest'
import type { EventInput } from '../../core/ir/event.ts'
import { createSession } from '../../core/session/create.ts'
import { withoutRewoundEvents } from './not-rewound.ts'

const call = (id: string): EventInput => ({
  author: 'bot',
  parts: [{ kind: 'tool-call', id, name: 'look', arguments: '{}' }],
})
const result = (id: string): EventInput => ({
  author: 'tool',
  parts: [{ kind: 'tool-result', id, content: [{ kind: 'text', text: 'seen' }] }],
})
const back = (to: number): EventInput => ({ author: 'developer', parts: [], actions: { rewind: { to } } })
const kept = (...events: EventInput[]): readonly number[] =>
  withoutRewoundEvents([...createSession({ events }).events]).map(({ seq }) => seq)

test('events from a place on are taken back', () => {
  expect(kept({ author: 'user', text: 'a' }, { author: 'bot', text: 'b' }, back(1))).toEqual([0, 2])
})

test('a result stays with a call that stays, as in requests', () => {
  const said: EventInput = { author: 'user', text: 'Stop' }
  expect(kept({ author: 'user', text: 'a' }, call('c1'), said, result('c1'), back(3))).toEqual([
    0, 1, 2, 3, 4,
  ])
  expect(kept({ author: 'user', text: 'a' }, call('c1'), said, result('c1'), back(1))).toEqual([0, 4])
})

test('a result of a call that is taken back does not stay, though an earlier call had its id', () => {
  expect(kept(call('c1'), result('c1'), call('c1'), result('c1'), back(2))).toEqual([0, 1, 4])
})
