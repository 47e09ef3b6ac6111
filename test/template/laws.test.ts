import { renderTemplate } from 'ctxc/compile'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillTemplate } from '../../src/core/template/fill-template.ts'
import { parseTemplate } from '../../src/core/template/template.ts'

const runs = { numRuns: 3000, seed: 20_260_101 }

/** Texts that would like to be templates. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('{', '}', '{{', '}}', '$', '|', '?', '.', ':', ' ', '\n', '"', '0', '-', '_'),
      fc.constantFrom(
        'a',
        'b',
        'é',
        'user:',
        'artifact.',
        '{a}',
        '{b?}',
        '{b|c}',
        '{a.b}',
        '{"a":',
        '😀',
        '\ud83d',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 20 },
  )
  .map(bits => bits.join(''))

const anyValue = fc.oneof(
  hostile,
  fc.jsonValue(),
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSparseArray: true,
  }),
  fc.func(fc.anything()),
)
const anyState = fc.oneof(
  fc.record({ a: anyValue, b: anyValue, 'user:a': anyValue, é: anyValue }, { requiredKeys: [] }),
  fc.dictionary(fc.oneof(hostile, fc.constantFrom('a', 'b', '__proto__')), anyValue),
)

test('pieces cover the template, and name their kinds', () => {
  const tile = (template: string): void => {
    let end = 0
    for (const piece of parseTemplate(template)) {
      const written = template.slice(piece.start, piece.end)
      expect(piece.start).toBe(end)
      expect(written).not.toBe('')
      if (piece.kind !== 'text') expect(piece.source).toBe(written)
      else expect([piece.text, piece.text + piece.text]).toContain(written)
      end = piece.end
    }
    expect(end).toBe(template.length)
  }
  fc.assert(fc.property(hostile, tile), runs)
})

test('a text with every brace doubled is restored, whatever the state', () => {
  const comesOut = (text: string, state: Record<string, unknown>): void => {
    expect(renderTemplate(text.replace(/[{}]/g, '$&$&'), state)).toBe(text)
  }
  fc.assert(fc.property(hostile, anyState, comesOut), runs)
})

test('a template without slots equals the text of its pieces, whatever the state', () => {
  const same = (template: string, state: Record<string, unknown>): void => {
    const pieces = parseTemplate(template)
    fc.pre(pieces.every(piece => piece.kind === 'text'))
    const single = !/\{\{|\}\}/.test(template)
    if (single) expect(renderTemplate(template, state)).toBe(template)
    expect(renderTemplate(template, state)).toBe(renderTemplate(template, {}))
  }
  fc.assert(fc.property(hostile, anyState, same), runs)
})

test('a value is not parsed again, and the text around it stays unchanged', () => {
  const stays = (before: string, value: string, after: string): void => {
    const doubled = (text: string): string => text.replace(/[{}]/g, '$&$&')
    fc.pre(!before.endsWith('$'))
    const template = `${doubled(before)}{a}${doubled(after)}`
    expect(renderTemplate(template, { a: value, b: 'no' })).toBe(before + value + after)
  }
  fc.assert(fc.property(hostile, hostile, hostile, stays), runs)
})

test('no template and no state throws, and missing values follow the policy', () => {
  const total = (template: string, state: Record<string, unknown>): void => {
    expect(typeof renderTemplate(template, state)).toBe('string')
    const pieces = parseTemplate(template)
    const required = pieces.filter(piece => piece.kind !== 'text').filter(slot => !slot.optional)
    for (const policy of ['keep', 'empty', 'error'] as const) {
      const filled = fillTemplate(pieces, () => undefined, policy)
      expect(filled.missing).toEqual([...new Set(required.map(slot => slot.reference))])
      expect(filled.runs.map(run => run.from)).toEqual(pieces)
      for (const { text, from, present } of filled.runs)
        if (from.kind !== 'text' && !from.optional)
          expect([text, present]).toEqual([policy === 'empty' ? '' : from.source, false])
    }
  }
  fc.assert(fc.property(hostile, anyState, total), runs)
})
