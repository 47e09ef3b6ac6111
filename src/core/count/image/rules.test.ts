import { describe, expect, test } from 'vitest'
import anthropic from '../../vendor/anthropic/rows/models.json' with { type: 'json' }
import gemini from '../../vendor/gemini/rows/models.json' with { type: 'json' }
import openai from '../../vendor/openai/rows/models.json' with { type: 'json' }
import rules from './rules.json' with { type: 'json' }
import { countImageTokens } from './rules.ts'

const rows = [anthropic, gemini, openai].flatMap(({ models, unknown }) => [
  ...models.map(({ id, image }) => [id, image as { estimate: number; max: number; rule?: string }] as const),
  ['unknown', unknown.image as { estimate: number; max: number; rule?: string }] as const,
])
const factsOf = (id: string) => rows.find(([name]) => name === id)?.[1] as (typeof rows)[number][1]
const size = (width: number, height: number) => ({ width, height })
const counted = (id: string, width: number, height: number, detail?: string) => {
  const { estimate, max } = countImageTokens(factsOf(id), size(width, height), detail)
  return [estimate, max]
}

describe('the examples of the vendors', () => {
  test.each([
    // Anthropic, "Images and vision": patches of 28 pixels.
    ['claude-sonnet-4-6', 200, 200, undefined, 64],
    ['claude-sonnet-4-6', 1_000, 1_000, undefined, 1_296],
    ['claude-sonnet-5', 64, 64, undefined, 9],
    ['claude-sonnet-5', 1_920, 1_080, undefined, 2_691],
    // OpenAI, "Images and vision": tiles.
    ['gpt-4o', 1_024, 1_024, undefined, 765],
    ['gpt-4o', 2_048, 4_096, undefined, 1_105],
    ['gpt-4o', 4_096, 8_192, 'low', 85],
    // Patches: 1,024 of 1,024 x 1,024 pixels; 1,452 of 1,800 x 2,400.
    ['gpt-4.1-mini', 1_024, 1_024, undefined, Math.ceil(1_024 * 1.62)],
    ['gpt-4.1-mini', 1_800, 2_400, undefined, Math.ceil(1_452 * 1.62)],
    ['gpt-5.4', 1_024, 768, undefined, Math.ceil(32 * 24 * 1.2)],
    ['gpt-5.4', 4_096, 4_096, 'low', 308],
    ['gpt-5.4', 3_200, 3_200, 'original', 12_000],
    // Google: one tile to 384 pixels, six for 960 x 540.
    ['gemini-2.5-pro', 384, 384, undefined, 258],
    ['gemini-2.5-pro', 960, 540, undefined, 1_548],
    ['gemini-3.5-flash', 8_000, 8_000, 'low', 280],
    ['gemini-3.5-flash', 16, 16, 'ultra_high', 2_240],
  ])('%s counts %d x %d pixels, detail %s, as %d', (id, width, height, detail, estimate) => {
    expect(counted(id, width, height, detail)[0]).toBe(estimate)
  })
})

test('a bound is never below its estimate, nor above the most of any image', () => {
  const edges = [1, 64, 384, 700, 1_568, 3_000, 8_000]
  const wrong: string[] = []
  for (const [id, facts] of rows) {
    if (facts.max === 0) continue
    // A strip of 3,072 by 400 pixels has 24 crops.
    const most = facts.rule === 'gemini-crops' ? 6_192 : facts.max
    for (const width of edges)
      for (const height of edges)
        for (const detail of [undefined, 'low', 'high', 'original', 'medium']) {
          const { estimate, max } = countImageTokens(facts, size(width, height), detail)
          if (estimate > max || estimate <= 0 || (detail !== 'original' && max > most))
            wrong.push(`${id} ${width}x${height} ${detail}: ${estimate} to ${max}`)
        }
  }
  expect(wrong).toEqual([])
})

test('an image of unknown size costs what the row says', () => {
  for (const [, facts] of rows) {
    const { estimate, max } = countImageTokens(
      facts,
      null,
      facts.rule === 'gemini-levels' ? 'high' : undefined,
    )
    if (facts.rule !== 'gemini-levels') expect([estimate, max]).toEqual([facts.estimate, facts.max])
  }
})

test('every rule that a row names is in the table, and every rule names its source and date', () => {
  const known = new Set(Object.keys(rules))
  for (const [, { rule }] of rows) if (rule !== undefined) expect(known).toContain(rule)
  for (const { source, asOf } of Object.values(rules)) {
    expect(source.length).toBeGreaterThan(0)
    expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  }
})
