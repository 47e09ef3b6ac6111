import { expect, test } from 'vitest'
import { effectOf } from './effect.ts'
import { RoundsLeft } from './ranks.ts'

const wants = [effectOf('embed', { id: 'e' }, { text: 'a' })]

test('embeddings have two rounds in one compile, and then none', () => {
  const rounds = new RoundsLeft()
  expect(rounds.take([])).toEqual([])
  expect(rounds.take(wants)).toEqual(wants)
  expect(rounds.isOver).toBe(false)
  expect(rounds.take(wants)).toEqual(wants)
  expect(rounds.isOver).toBe(true)
  expect(rounds.take(wants)).toEqual([])
})
