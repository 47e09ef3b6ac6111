import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapTexts } from '../../text/map-texts.ts'
import { applyEdits, type TextEdit } from '../literals/edit.ts'
import { editsInJson } from './json-container.ts'

/** Replaces each `a`, also in texts that are JSON themselves. */
const editsOf = (text: string): readonly TextEdit[] => {
  const inner = editsInJson(text, editsOf)
  if (inner.length > 0) return inner
  return [...text.matchAll(/a/g)].map(({ index }) => ({ start: index, end: index + 1, by: '"é\\' }))
}
const change = (text: string): string => applyEdits(text, editsOf(text))

const json = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', 'é', '\u2028', '😀') }),
    fc.constantFrom(null, true, 0),
    fc.array(tie('value')),
    fc.dictionary(fc.constantFrom('a', 'b', 'ca', '"'), tie('value')),
    tie('value').map(value => JSON.stringify([value])),
  ),
})).value

test('the edits of a text in JSON are those of each text that it holds', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify([value], null, indent)
      expect(JSON.parse(applyEdits(text, editsInJson(text, editsOf)))).toEqual(
        mapTexts(JSON.parse(text), change),
      )
    }),
  )
})

test('a text that is not edited stays as it was written', () => {
  const text = '[ 1.10, "\\u0062", {"c" : "a"} ]'
  expect(applyEdits(text, editsInJson(text, editsOf))).toBe(String.raw`[ 1.10, "\u0062", {"c" : "\"é\\"} ]`)
})
