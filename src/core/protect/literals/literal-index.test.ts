import fc from 'fast-check'
import { expect, test } from 'vitest'
import { literals } from '../../../../test/protect/texts.ts'
import { spellingsOfLiteral } from './forms.ts'
import { LiteralIndex } from './literal-index.ts'

const secret = ['q7Rk/V2+', '"mXw9 é'].join('')

test('a literal is found as it is and as JSON, URL and base64 write it', () => {
  const index = new LiteralIndex([secret])
  const json = JSON.stringify(secret).slice(1, -1)
  const forms = {
    plain: secret,
    json,
    'json-twice': JSON.stringify(json).slice(1, -1),
    url: encodeURIComponent(secret),
  }
  for (const [form, text] of Object.entries(forms))
    expect(index.find(`a ${text} b`)).toEqual([{ start: 2, end: 2 + text.length, literal: secret, form }])
  const lower = encodeURIComponent(secret).replace(/%../g, one => one.toLowerCase())
  expect(index.find(lower)).toMatchObject([{ form: 'url', start: 0, end: lower.length }])
  expect(index.find(new URLSearchParams({ a: secret }).toString())).toMatchObject([{ form: 'url' }])
})

test('a literal is found inside base64 at every alignment, and all but its edges are covered', () => {
  fc.assert(
    fc.property(literals, fc.string(), fc.string(), (literal, before, after) => {
      fc.pre(Buffer.byteLength(literal) >= 7)
      const index = new LiteralIndex([literal])
      for (const encoding of ['base64', 'base64url'] as const) {
        const text = Buffer.from(before + literal + after).toString(encoding)
        const bits = Buffer.byteLength(literal) * 8
        const finds = index.find(text).filter(find => find.form !== 'plain')
        expect(finds.length).toBeGreaterThan(0)
        const covered = finds.reduce((all, { start, end }) => all + end - start, 0)
        expect(covered).toBeGreaterThanOrEqual(Math.floor(bits / 6) - 1)
      }
    }),
  )
})

test('an index that grew finds what an index of all finds', () => {
  fc.assert(
    fc.property(fc.array(literals, { maxLength: 12 }), fc.array(fc.nat(40)), (some, order) => {
      const grown = new LiteralIndex()
      for (const one of some) grown.add(one)
      const text = order.map(at => some[at % Math.max(1, some.length)] ?? 'x').join('')
      expect(grown.find(text)).toEqual(new LiteralIndex(some).find(text))
      expect(grown.size).toBe(new Set(some).size)
    }),
  )
})

test('finds cover every place at which a literal occurs, and none lies within another', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 5 }), { maxLength: 4 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c') }),
      (some, text) => {
        const covered = new Set<number>()
        let [start, end] = [-1, 0]
        for (const find of new LiteralIndex(some).find(text)) {
          expect(find.start).toBeGreaterThan(start)
          expect(find.end).toBeGreaterThan(end)
          ;({ start, end } = find)
          expect(text.slice(start, end)).toBe(find.literal)
          for (let at = start; at < end; at++) covered.add(at)
        }
        const expected = new Set<number>()
        for (const one of some)
          for (let at = text.indexOf(one); at >= 0; at = text.indexOf(one, at + 1))
            for (let inner = at; inner < at + one.length; inner++) expected.add(inner)
        expect([...covered].sort()).toEqual([...expected].sort())
      },
    ),
  )
})

test('the longest literal at a place is found, and the whole of one that overlaps', () => {
  const index = new LiteralIndex(['abcd', 'abcdef', 'efgh'])
  expect(index.find('abcdefgh')).toEqual([
    { start: 0, end: 6, literal: 'abcdef', form: 'plain' },
    { start: 4, end: 8, literal: 'efgh', form: 'plain' },
  ])
})

test('automata stay few while literals are added', () => {
  const index = new LiteralIndex()
  for (let at = 0; at < 500; at++) index.add(`literal number ${at}`)
  expect(index.search().automata).toBeLessThan(14)
  expect(index.find('a literal number 77!')).toMatchObject([{ literal: 'literal number 77' }])
})

test('short forms besides the literal itself are left out, and an empty literal has none', () => {
  expect(spellingsOfLiteral('ab').map(form => form.text)).toEqual(['ab'])
  expect(spellingsOfLiteral('')).toEqual([])
  expect(new LiteralIndex(['']).find('a text')).toEqual([])
})

test('a literal with a lone surrogate is found', () => {
  expect(new LiteralIndex(['a\ud800bcdef']).find('x a\ud800bcdef')).toHaveLength(1)
})
