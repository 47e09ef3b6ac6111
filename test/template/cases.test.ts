import { renderTemplate } from 'ctxc/compile'
import { expect, test } from 'vitest'
import { parseTemplate } from '../../src/core/template/template.ts'
import { cases } from './cases.ts'
import { state } from './state.ts'

test('the table has at least 200 cases, none twice', () => {
  expect(cases.length).toBeGreaterThanOrEqual(200)
  expect(new Set(cases.map(([template]) => template)).size).toBe(cases.length)
})

test.each(cases)('the template %j has its keys', (template, required, optional, output) => {
  const slots = parseTemplate(template).filter(piece => piece.kind === 'state')
  const keysOf = (asked: boolean) =>
    new Set(slots.filter(slot => slot.optional === asked).map(slot => slot.key))
  expect(keysOf(false)).toEqual(new Set<string>(required))
  expect(keysOf(true)).toEqual(new Set<string>(optional))
  expect(renderTemplate(template, state)).toBe(output)
})
