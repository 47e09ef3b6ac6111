import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findWanted } from '../../src/core/protect/detect/find.ts'
import { piiKinds } from '../../src/core/protect/detect/pii/pii-rules.ts'
import { LiteralIndex } from '../../src/core/protect/literals/literal-index.ts'
import {
  DetectStream,
  findPieces,
  joinPlain,
  type StreamPiece,
} from '../../src/core/protect/literals/stream.ts'
import { literals, texts } from './texts.ts'

const runs = { numRuns: Number(process.env.CTXC_LAW_RUNS ?? 400) }
const wanted = { secrets: true, pii: piiKinds }

const spansOf = (pieces: readonly StreamPiece[]) => {
  let at = 0
  return pieces.flatMap(({ text, found }) => {
    const start = at
    at += text.length
    return found ? [{ start, end: at, ...found }] : []
  })
}

test('a whole text has the spans of its detectors and makes up the text', () => {
  fc.assert(
    fc.property(texts, text => {
      const pieces = findPieces(text, wanted)
      expect(pieces.map(piece => piece.text).join('')).toBe(text)
      expect(spansOf(pieces)).toEqual(findWanted(text, wanted))
    }),
    runs,
  )
})

test('a text that is cut at any place gives the pieces of the whole', () => {
  fc.assert(
    fc.property(texts, fc.array(literals, { maxLength: 3 }), (text, some) => {
      const options = { ...wanted, literals: new LiteralIndex(some) }
      const whole = findPieces(text, options)
      for (let cut = 0; cut <= text.length; cut++) {
        const stream = new DetectStream(options)
        const pieces = [...stream.push(text.slice(0, cut)), ...stream.push(text.slice(cut)), ...stream.end()]
        expect(joinPlain(pieces)).toEqual(whole)
      }
    }),
    { numRuns: Math.ceil(runs.numRuns / 4) },
  )
})

test('a text that arrives character by character gives the pieces of the whole', () => {
  fc.assert(
    fc.property(texts, fc.array(literals, { maxLength: 3 }), (text, some) => {
      const options = { ...wanted, literals: new LiteralIndex(some) }
      const stream = new DetectStream(options)
      const pieces: StreamPiece[] = []
      for (let at = 0; at < text.length; at++) pieces.push(...stream.push(text.charAt(at)))
      pieces.push(...stream.end())
      expect(joinPlain(pieces)).toEqual(findPieces(text, options))
    }),
    runs,
  )
})

test('long texts in chunks give the pieces of the whole', () => {
  fc.assert(
    fc.property(
      fc.array(texts, { minLength: 20, maxLength: 60 }),
      fc.integer({ min: 1, max: 300 }),
      (some, size) => {
        const text = some.join(' ')
        const stream = new DetectStream(wanted)
        const pieces: StreamPiece[] = []
        for (let at = 0; at < text.length; at += size) pieces.push(...stream.push(text.slice(at, at + size)))
        pieces.push(...stream.end())
        expect(joinPlain(pieces)).toEqual(findPieces(text, wanted))
      },
    ),
    { numRuns: Math.ceil(runs.numRuns / 4) },
  )
})

test('a literal that is cut anywhere is not released before its end', () => {
  const secret = ['open', 'sesame', '42'].join('-')
  for (let cut = 1; cut < secret.length; cut++) {
    const stream = new DetectStream({ literals: new LiteralIndex([secret]) })
    const first = stream.push(`say ${secret.slice(0, cut)}`)
    expect(first.map(piece => piece.text).join('')).toBe('say ')
    const rest = [...stream.push(secret.slice(cut)), ...stream.end()]
    expect(rest).toEqual([{ text: secret, found: { literal: secret, form: 'plain' } }])
  }
})

test('prose is released word by word', () => {
  const stream = new DetectStream(wanted)
  expect(
    stream
      .push('The build is green, and ')
      .map(piece => piece.text)
      .join(''),
  ).toBe('The build is green, and')
  expect(stream.held).toBe(1) // a blank may begin an option
})
