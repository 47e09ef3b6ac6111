// Events are stored as differences from earlier events. What is read must equal what was written, for any text.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeColumnText, encodeColumnText } from '../sqlite/column-text.ts'
import { applyDifference, makeDifference } from '../sqlite/difference.ts'

/** Any well-formed text, as JSON texts always are. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc
    .array(fc.constantFrom('{"a":', '🎉', '🎊', 'é', '}', ',', '|', '0123456789abcdef'), { maxLength: 60 })
    .map(list => list.join('')),
)

/** A text, and another text made from it by some edits. */
const edited = fc
  .tuple(
    text,
    fc.array(fc.tuple(fc.nat(400), fc.nat(30), fc.string({ unit: 'binary', maxLength: 30 })), {
      maxLength: 8,
    }),
  )
  .map(([base, edits]) => {
    const units = edits.reduce((made, [at, gone, added]) => made.toSpliced(at, gone, ...added), [...base])
    return [base, units.join('')] as const
  })

describe('a difference', () => {
  test('makes the text of its base again, and is well-formed', () => {
    let made = 0
    fc.assert(
      fc.property(fc.oneof(edited, fc.tuple(text, text)), ([base, other]) => {
        const difference = makeDifference(base, other)
        if (difference === null) return
        made++
        expect(applyDifference(base, difference)).toBe(other)
        expect(difference.isWellFormed()).toBe(true)
        expect(difference.length).toBeLessThan(other.length)
      }),
      { numRuns: 3_000 },
    )
    expect(made).toBeGreaterThan(300)
  })

  test('is none if texts differ in half of a surrogate pair', () => {
    const [base, other] = ['🎉', '🎊'].map(end => 'the same words '.repeat(9) + end) as [string, string]
    expect(makeDifference(base, other)).toBeNull()
    expect(makeDifference(base, `${base} and more`)).not.toBeNull()
  })

  test('is none if long texts are nothing alike', () => {
    const [base, other] = ['ab', 'cd'].map(unit => unit.repeat(16_000)) as [string, string]
    expect(makeDifference(base, other)).toBeNull()
  })

  test('is short if texts are nearly equal', () => {
    const of = (step: number) =>
      JSON.stringify({
        step,
        plan: { kept: 'the same '.repeat(40), hash: `${step * 7919}` },
        time: 1e12 + step,
      })
    expect(makeDifference(of(1), of(2))?.length).toBeLessThan(60)
  })
})

describe('the text of a column', () => {
  test('is well-formed, has no null character, and gives the text back', () => {
    const units = fc.oneof(
      fc.constantFrom('\\', '\0', 'u', 'd800', '\ud800', '\udc00', '🎉'),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(units), list => {
        const original = list.join('')
        const column = encodeColumnText(original)
        expect(column.isWellFormed() && !column.includes('\0')).toBe(true)
        expect(decodeColumnText(column)).toBe(original)
      }),
      { numRuns: 2_000 },
    )
  })
})
