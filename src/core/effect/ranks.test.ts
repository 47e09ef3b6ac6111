import { expect, test } from 'vitest'
import { effectOf } from './effect.ts'
import { RoundsLeft } from './ranks.ts'

const wants = [effectOf('embed', { id: 'e' }, { text: 'a' })]

test('embeddings have two rounds in one compile, and then none', () => {
  const rounds = new RoundsLeft()
  expect(rounds.takeRound([])).toEqual([])
  expect(rounds.takeRound(wants)).toEqual(wants)
  expect(rounds.isOver).toBe(false)
  expect(rounds.takeRound(wants)).toEqual(wants)
  expect(rounds.isOver).toBe(true)
  expect(rounds.takeRound(wants)).toEqual([])
})
