import { describe, expect, test } from 'vitest'
import { hostileTexts, numbers } from '../../../test/count/texts.ts'
import { readAsset } from '../asset/read-asset.ts'
import { Engine } from './engine.ts'

const none = Number.POSITIVE_INFINITY

describe.each(['o200k_base', 'cl100k_base'] as const)('%s', encoding => {
  const vocabulary = readAsset(`${encoding}.bin`)

  /** Lines of which some recur, so that segments begin and end at many places. */
  function linesOf(next: (below: number) => number): string {
    const makers = Object.values(hostileTexts)
    const lines = Array.from(
      { length: 12 },
      () => `${makers[next(makers.length)]?.(1 + next(200), next)}名a前'\n${'x y\n'.repeat(next(30))}`,
    )
    return Array.from({ length: 30 }, () => lines[next(lines.length)]).join('')
  }

  test('an engine that remembers segments counts as an engine that remembers nothing', () => {
    const next = numbers(5)
    const used = new Engine(encoding, vocabulary)
    for (let round = 0; round < 40; round++) {
      const text = linesOf(next)
      const cut = text.slice(next(text.length))
      for (const each of [text, cut, text]) {
        let alone = 0
        const fresh = new Engine(encoding, vocabulary)
        fresh.visitPieces(fresh.bytesOf(each), (_start, _end, tokens) => {
          alone += tokens
          return true
        })
        expect(used.count(each, none)).toBe(alone)
      }
    }
  })

  test('a limit that ends a count inside a segment leaves no wrong count behind', () => {
    const text = '{"path":"/src/parser/main.ts","line":1284}\n'.repeat(60)
    const used = new Engine(encoding, vocabulary)
    for (const limit of [0, 1, 5, 50, 100, 300]) expect(used.count(text, limit)).toBeGreaterThan(limit)
    expect(used.count(text, none)).toBe(new Engine(encoding, vocabulary).count(text, none))
  })
})
