import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultRanking } from './settings.ts'
import { UnitWords } from './unit-words.ts'
import { WordScores } from './word-scores.ts'

/** Scores units by the plain formula, one unit at a time. */
function plainly(units: readonly (readonly string[])[], terms: ReadonlySet<string>): number[] {
  const { k1, b, kernel } = defaultRanking
  const mean = Math.max(1, units.flat().length / units.length)
  const countOf = (term: string, unit: readonly string[]) => unit.filter(word => word === term).length
  const scores = units.map((_, at) => {
    let score = 0
    for (const term of terms) {
      const holding = units.filter(unit => unit.includes(term)).length
      const rarity = Math.log(1 + (units.length - holding + 0.5) / (holding + 0.5))
      let heard = 0
      for (const [other, unit] of units.entries())
        heard +=
          (countOf(term, unit) / (1 - b + (b * unit.length) / mean)) * (kernel[Math.abs(other - at)] ?? 0)
      score += (rarity * heard) / (k1 + heard)
    }
    return score
  })
  const best = Math.max(...scores)
  return scores.map(score => (best === 0 ? 0 : score / best))
}

test('scores are those of the formula, relative to the best', () => {
  const term = fc.constantFrom('a', 'b', 'c', 'd')
  const unit = fc.array(term, { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.array(unit, { minLength: 1, maxLength: 30 }), fc.uniqueArray(term), (units, query) => {
      const held = new UnitWords()
      for (const [ordinal, terms] of units.entries()) held.set(ordinal, terms)
      const scores = new WordScores(held, defaultRanking)
      scores.score(new Set(query))
      for (const [ordinal, score] of plainly(units, new Set(query)).entries())
        expect(scores.scoreOf(ordinal)).toBeCloseTo(score, 10)
    }),
  )
})

test('a query resets the scores of the one before', () => {
  const held = new UnitWords()
  held.set(0, ['a'])
  const scores = new WordScores(held, defaultRanking)
  scores.score(new Set(['a']))
  scores.score(new Set(['b']))
  expect([scores.scored, scores.scoreOf(0), scores.walked]).toEqual([0, 0, 0])
})
