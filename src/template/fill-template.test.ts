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

test('each run says which piece it came from, and whether there was a value', () => {
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

test('the policy decides about what has to be there, and about nothing else', () => {
  const template = '[{x}] [{x?}] [{x|d}] [{name}]'
  expect(textOf(template, 'keep')).toBe('[{x}] [] [d] [Ada]')
  expect(textOf(template, 'empty')).toBe('[] [] [d] [Ada]')
  expect(textOf(template, 'error')).toBe('[{x}] [] [d] [Ada]')
})

test.each(['keep', 'empty', 'error'] as const)('%s: all that is missing is listed, each once', policy => {
  const template = '{y} {x?} {x} {user:z.0} {artifact.a.txt} {artifact.b.txt} {x} {w?} {v|d} {name}'
  expect(fill(template, policy).missing).toEqual(['y', 'x', 'user:z.0', 'artifact.b.txt'])
})

test('an artifact is what the lookup says', () => {
  expect(textOf('{artifact.a.txt} {artifact.b.txt?}', 'keep')).toBe('text of a ')
})

test('what JSON leaves out is no value', () => {
  expect(fill('{call}', 'keep')).toMatchObject({ missing: ['call'], runs: [{ text: '{call}' }] })
})
