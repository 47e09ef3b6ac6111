import { expect, test } from 'vitest'
import { createSession } from '../../session/create.ts'
import { landmarkRank } from './landmark.ts'

const sessionOf = (count: number) =>
  createSession({
    events: Array.from({ length: count }, (_, at) => ({
      author: at % 2 ? 'agent' : 'user',
      text: 'x'.repeat(20 + ((at * 37) % 90)),
    })),
  })

test('a unit keeps its rank when more is appended', () => {
  const [short, long] = [sessionOf(60).units.rows, sessionOf(200).units.rows]
  for (let unit = 0; unit < 59; unit++) expect(landmarkRank(long, unit)).toBe(landmarkRank(short, unit))
})

test('a stretch has only one unit of its highest rank', () => {
  const { rows } = sessionOf(200).units
  for (let from = 0; from < 190; from += 7)
    for (const length of [2, 5, 20]) {
      const ranks = Array.from({ length }, (_, at) => landmarkRank(rows, Math.min(199, from + at)))
      if (from + length > 199) continue
      const highest = Math.max(...ranks)
      expect(ranks.filter(rank => rank === highest)).toHaveLength(1)
    }
})
