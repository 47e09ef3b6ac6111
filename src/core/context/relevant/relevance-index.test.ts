import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fallingKernel } from './kernel.ts'
import { RelevanceIndex } from './relevance-index.ts'
import { testVectors } from './test-vectors.ts'

const alone = { kernel: fallingKernel(1, 0) }

function indexOf(texts: readonly string[], ...options: ConstructorParameters<typeof RelevanceIndex>) {
  const index = new RelevanceIndex(...options)
  for (const [ordinal, text] of texts.entries()) index.set(ordinal, text)
  return index
}

const ordinals = (index: RelevanceIndex, ...query: Parameters<RelevanceIndex['rank']>) =>
  index.rank(...query).map(({ ordinal }) => ordinal)

describe('ranking by words', () => {
  test('weighs the rarer word more, in any of its forms', () => {
    const texts = ['tea and cake', 'tea', 'she painted a sunrise', 'tea again']
    expect(ordinals(indexOf(texts, alone, null), 'paintings with tea')).toEqual([2, 3, 1, 0])
  })

  test('finds nothing for a query whose words no unit has', () => {
    expect(indexOf(['tea', 'cake'], {}, null).rank('the parliament')).toEqual([])
    expect(indexOf([]).rank('tea')).toEqual([])
    expect(indexOf(['tea', '']).rank('')).toEqual([])
  })

  test('puts the newer of two equal units first', () => {
    expect(ordinals(indexOf(['tea', 'tea', 'tea'], alone, null), 'tea')).toEqual([2, 1, 0])
  })

  test('finds the neighbours of a word too, the nearer ones higher', () => {
    const index = indexOf(['x', 'y', 'what did you paint', 'a sunrise', ...'abcdefghijkl'], {}, null)
    expect(ordinals(index, 'paint', { limit: 3 })).toEqual([2, 3, 1])
    expect(ordinals(index, 'paint').at(-1)).toBe(10)
  })

  test('puts units near several query words above one that repeats a single word', () => {
    const texts = ['camp camp camp camp', ...'bcdefghijkl', 'camp', 'Yes.', 'lake']
    const found = ordinals(indexOf(texts, {}, null), 'camp lake', { limit: 3 })
    expect(found.toSorted()).toEqual([12, 13, 14])
  })

  test('puts each long unit with a query word above the neighbours of the best one (H1)', () => {
    const filler = 'We looked at it again and went on with the rest. '.repeat(40)
    const texts = Array.from({ length: 60 }, (_, at) => `${filler}${at}`)
    texts[10] += ' The endpoint is written in Rust.'
    texts[50] += ' The endpoint of the project: which technologies?'
    const index = indexOf(texts, {}, null)
    expect(ordinals(index, 'technologies of the project for the endpoint', { limit: 2 })).toEqual([50, 10])
  })

  test('never returns ordinals without a unit', () => {
    const index = new RelevanceIndex({}, null)
    index.set(5, 'tea')
    index.set(2, 'tea')
    expect(ordinals(index, 'tea')).toEqual([5, 2])
    expect(index.units).toBe(2)
  })

  test('puts units of an author named in the query first', () => {
    const index = new RelevanceIndex(alone, null)
    for (const [ordinal, author] of ['Ann Lee', 'Bob', undefined].entries()) index.set(ordinal, 'tea', author)
    expect(ordinals(index, 'tea, Bob')).toEqual([1, 2, 0])
    expect(ordinals(index, "Ann Lee's tea")).toEqual([0, 2, 1])
    expect(ordinals(index, 'tea, Lee')).toEqual([2, 1, 0])
    index.set(1, 'tea')
    expect(ordinals(index, 'tea, Bob')).toEqual([2, 1, 0])
  })

  test('keeps the best up to a limit', () => {
    const index = indexOf(Array.from({ length: 500 }, (_, at) => `tea ${'cake '.repeat(at % 7)}`))
    const all = index.rank('tea cake', { limit: 500 })
    expect(all).toHaveLength(500)
    expect(indexOf(['tea', 'tea'], alone).rank('tea', { limit: 0 })).toEqual([])
    expect(index.rank('tea cake', { limit: 7 })).toHaveLength(7)
    expect(index.rank('tea cake')).toHaveLength(100)
  })

  test('halves a score after each half-life', () => {
    const index = indexOf(['tea', 'x', 'y'], alone, null)
    expect(index.rank('tea', { halfLife: 1 })).toEqual([{ ordinal: 0, score: 0.25 }])
  })
})

describe('ranking by vectors', () => {
  const vectors = testVectors({ dog: [0], puppy: [0, 1], law: [2], tea: [3] })

  test('puts the unit of like meaning first of two with the same words', () => {
    const texts = ['tea with the puppy', 'tea and law']
    expect(ordinals(indexOf(texts, alone, vectors), 'tea dog')).toEqual([0, 1])
    expect(ordinals(indexOf(texts, alone, null), 'tea dog')).toEqual([1, 0])
  })

  test("uses a caller's vectors instead of its own, and finds units that share no word", () => {
    const of = (ordinal: number) => [undefined, Float32Array.of(1, 0), Float32Array.of(0, 2)][ordinal]
    const index = indexOf(['tea', 'cake', 'milk'], alone, vectors)
    const embedding = { query: Float32Array.of(0, 1), of }
    expect(index.rank('beverage', { embedding })).toEqual([{ ordinal: 2, score: 0.75 }])
    expect(ordinals(index, 'tea', { embedding: { ...embedding, weight: 2 } })).toEqual([2, 0])
  })

  test("adds nothing to the neighbours for a caller's vectors (H5)", () => {
    const of = (ordinal: number) => Float32Array.of(ordinal === 2 ? 1 : 0, 1)
    const index = indexOf([...'abcde'], {}, null)
    const found = index.rank('beverage', { embedding: { query: Float32Array.of(1, 0), of } })
    expect(found.map(({ ordinal }) => ordinal)).toEqual([2])
  })

  test('keeps vectors of two models apart', () => {
    const embedding = { query: Float32Array.of(1), of: () => Float32Array.of(1, 2) }
    expect(() => indexOf(['tea']).rank('tea', { embedding })).toThrow(
      'embedding.of(0) has 2 numbers, and embedding.query 1: both must come from one model',
    )
  })

  test('ignores vectors without a direction', () => {
    const embedding = { query: Float32Array.of(Number.NaN), of: () => Float32Array.of(0) }
    expect(indexOf(['tea'], alone).rank('tea', { embedding })).toEqual([{ ordinal: 0, score: 1 }])
  })
})

describe('a relevance index', () => {
  const word = fc.constantFrom('tea', 'cake', 'dog', 'dogs', 'puppy', 'law', 'the', '手机', 'Paris', '7')
  const text = fc.array(word, { maxLength: 6 }).map(words => words.join(' '))
  const step = fc.tuple(fc.nat({ max: 12 }), text, fc.constantFrom(undefined, 'Paris', 'dog'))

  test('ranks alike whether it grew in any order or was made at once', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), text, (steps, query) => {
        const grew = new RelevanceIndex()
        for (const step of steps) {
          grew.set(...step)
          grew.rank(query) // a ranking must not change the index
        }
        const once = new RelevanceIndex()
        const last = new Map(steps.map(step => [step[0], step]))
        for (const ordinal of [...last.keys()].sort((left, right) => left - right))
          once.set(...last.get(ordinal)!)
        expect(grew.rank(query)).toEqual(once.rank(query))
      }),
    )
  })

  test('accepts any text and query, and returns known units in order, each once', () => {
    const any = fc.string({ unit: 'binary', maxLength: 40 })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 20 }), any, (texts, query) => {
        const ranked = indexOf(texts).rank(texts[0] ?? query)
        const found = ranked.map(({ ordinal }) => ordinal)
        const scores = ranked.map(({ score }) => score)
        expect(new Set(found).size).toBe(found.length)
        expect(found.every(ordinal => ordinal < texts.length)).toBe(true)
        expect(scores.every(score => score > 0)).toBe(true)
        expect(scores).toEqual(scores.toSorted((left, right) => right - left))
      }),
    )
  })

  test('bounds the cost of a query to the rarest words and newest units, however long the session', () => {
    const settings = { walk: 50, ...alone }
    const texts = Array.from({ length: 1_000 }, (_, at) => (at === 3 ? 'tea dog' : 'tea'))
    const index = indexOf(texts, settings, null)
    expect(ordinals(index, 'tea dog', { limit: 3 })).toEqual([3, 999, 998])
    expect(index.walked).toBe(50)
  })
})

describe('long units', () => {
  const words = ['alder', 'birch', 'cedar', 'dogwood', 'elm', 'fir', 'ginkgo', 'hazel', 'ivy', 'juniper']
  const filler = (seed: number, length: number): string =>
    Array.from(
      { length },
      (_, at) => `${words[(seed * 7 + at * 3) % words.length]}${(seed * 13 + at) % 97}`,
    ).join(' ')
  /** Turns, every fourth of which has the word of the query; the turn after each hit would have its answer. */
  const turns = (length: number): string[] =>
    Array.from({ length: 160 }, (_, at) => `${at % 4 === 0 ? 'harbour ' : ''}${filler(at, length)}`)

  test('are followed by the units around each hit, after the best hits', () => {
    const index = indexOf(turns(100), {}, null)
    const ranked = ordinals(index, 'harbour', { limit: 160 })
    const hits = ranked.slice(0, 24)
    expect(hits.every(ordinal => ordinal % 4 === 0)).toBe(true)
    const around = new Set(hits.flatMap(hit => [hit - 1, hit + 1]).filter(unit => unit >= 0 && unit < 160))
    expect(new Set(ranked.slice(24, 24 + around.size))).toEqual(around)
    expect(new Set(ranked).size).toBe(ranked.length)
    const scores = index.rank('harbour', { limit: 160 }).map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((left, right) => right - left))
  })

  test('are ranked as before where few are asked for, and where they are short', () => {
    const alone = { alone: Number.POSITIVE_INFINITY }
    for (const [length, limit] of [
      [100, 24],
      [100, 5],
      [10, 160],
    ] as const) {
      const texts = turns(length)
      const before = indexOf(texts, alone, null).rank('harbour', { limit })
      expect(indexOf(texts, {}, null).rank('harbour', { limit })).toEqual(before)
    }
  })

  test('around a hit are left out where they are not wanted, or are more than asked for', () => {
    const index = indexOf(turns(100), {}, null)
    const accepts = (ordinal: number): boolean => ordinal % 4 !== 1
    const ranked = ordinals(index, 'harbour', { limit: 160, accepts })
    expect(ranked.some(ordinal => ordinal % 4 === 3)).toBe(true)
    expect(ranked.every(accepts)).toBe(true)
    expect(index.rank('harbour', { limit: 30 })).toHaveLength(30)
  })
})
