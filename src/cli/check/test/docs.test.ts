import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogue } from '../../../core/diag/catalogue.ts'

/** The page that lists the diagnostics on a topic, by the beginning of their codes. */
const pages = { CX10: 'check.md', CX11: 'data.md' } as const

test.each(Object.entries(pages))('every diagnostic %s is listed in docs/%s', (begin, file) => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs', file), 'utf8')
  const codes = Object.keys(catalogue).filter(code => code.startsWith(begin))
  expect(codes.length).toBeGreaterThan(0)
  expect(codes.filter(code => !page.includes(code))).toEqual([])
})
