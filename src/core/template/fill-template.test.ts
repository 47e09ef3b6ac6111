import { expect, test } from 'vitest'
import { fillTemplate, type MissingPolicy } from './fill-template.ts'
import { parseTemplate } from './template.ts'

const values = new Map<string, unknown>([
  ['name', 'Ada'],
  ['nothing', null],
  ['call', () => 1],
  ['artifact.a.txt', 'text of a'],
])
const fill = (template: string, policy: MissingPolicy) =>
  fillTemplate(parseTemplate(template), slot => values.get(slot.reference), policy)
const textOf = (template: string, policy: MissingPolicy) =>
  fill(template, policy)
    .runs.map(run => run.text)
    .join('')

test('each run records its piece and whether it had a value', () => {
  const template = 'a{{{name}{x}{y?}{z|d}{nothing}'
  const pieces = parseTemplate(template)
  const { runs } = fill(template, 'keep')
  expect(runs.map(run => run.from)).toEqual(pieces)
  expect(runs.map(run => [run.text, run.present])).toEqual([
    ['a', true],
    ['{', true],
    ['Ada', true],
    ['{x}', false],
    ['', false],
    ['d', false],
    ['', true],
  ])
})

test('the policy applies only to required values', () => {
  const template = '[{x}] [{x?}] [{x|d}] [{name}]'
  expect(textOf(template, 'keep')).toBe('[{x}] [] [d] [Ada]')
  expect(textOf(template, 'empty')).toBe('[] [] [d] [Ada]')
  expect(textOf(template, 'error')).toBe('[{x}] [] [d] [Ada]')
})

test.each(['keep', 'empty', 'error'] as const)('%s: every missing value is listed once', policy => {
  const template = '{y} {x?} {x} {user:z.0} {artifact.a.txt} {artifact.b.txt} {x} {w?} {v|d} {name}'
  expect(fill(template, policy).missing).toEqual(['y', 'x', 'user:z.0', 'artifact.b.txt'])
})

test('an artifact is filled in by the lookup', () => {
  expect(textOf('{artifact.a.txt} {artifact.b.txt?}', 'keep')).toBe('text of a ')
})

test('a value without a JSON form counts as missing', () => {
  expect(fill('{call}', 'keep')).toMatchObject({ missing: ['call'], runs: [{ text: '{call}' }] })
})
