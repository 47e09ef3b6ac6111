import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Code, catalogue, codeName } from './catalogue.ts'

const folder = join(import.meta.dirname, 'explain')
const codes = Object.keys(catalogue) as Code[]

test('every code has a page and every page a code', () => {
  expect(readdirSync(folder).sort()).toEqual(codes.map(code => `${code}.md`).sort())
})

describe.each(codes)('%s', code => {
  const page = readFileSync(join(folder, `${code}.md`), 'utf8')

  test('has the title of the catalogue', () => {
    expect(page.split('\n')[0]).toBe(`# ${code}: ${codeName(code)}`)
  })

  test('shows an input that fails and a fixed one', () => {
    const fences = [...page.matchAll(/^```(json|ts|ts continued)\n([\s\S]*?)^```$/gm)]
    expect(fences.length).toBeGreaterThanOrEqual(2)
    expect(page.match(/^```/gm)).toHaveLength(fences.length * 2)
    for (const [, language, code] of fences) if (language === 'json') JSON.parse(code as string)
  })

  test('is short, and fits a terminal', () => {
    const lines = page.split('\n')
    expect(lines.length).toBeGreaterThan(14)
    expect(lines.length).toBeLessThan(42)
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(120)
  })
})
