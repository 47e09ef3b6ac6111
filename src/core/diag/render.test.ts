import { expect, test } from 'vitest'
import { terminalColumns } from '../text/columns.ts'
import { callWithoutResult } from './history.ts'
import { make } from './make.ts'
import { renderDiagnostic } from './render.ts'

test('a diagnostic is rendered with code, places, notes and help', () => {
  expect(renderDiagnostic(callWithoutResult(['e:3.0', 'e:9.1']))).toMatchInlineSnapshot(`
    "warn[CX3001]: 2 calls had no result, so an error result was added
      --> e:3.0, e:9.1
       |
       = note: every provider rejects a call without a result
       = help: append the result; without it, the model reads that no result was recorded"
  `)
})

test('places are written as words, each once, and the rest are counted', () => {
  const diagnostic = make('CX3003', {
    message: 'm',
    at: ['e:1.0', 'e:1.1', 'e:2', 'e:3', 'e:4', 'e:5', 'e:6'],
  })
  const text = renderDiagnostic(diagnostic, { place: at => `message[${at.slice(2).split('.')[0]}]` })
  expect(text).toMatchInlineSnapshot(`
    "info[CX3003]: m
      --> message[1], message[2], message[3], message[4] and 2 more"
  `)
})

test('no line is wider than the width, and no text can forge a line', () => {
  const hostile = `${'long '.repeat(60)}\u001b[2J\nerror[CX9999]: forged ${'x'.repeat(200)}`
  const text = renderDiagnostic(
    make('CX7003', { message: hostile, at: ['d:model'], notes: [hostile], help: hostile }),
  )
  for (const line of text.split('\n')) expect(terminalColumns(line)).toBeLessThanOrEqual(100)
  expect(text).not.toContain('\u001b')
  expect(text).not.toMatch(/^error/m)
})

test('colour marks the level and the labels', () => {
  const text = renderDiagnostic(callWithoutResult(['e:1.0']), {
    paint: (look, words) => `<${look}>${words}</>`,
  })
  expect(text.split('\n')[0]).toBe(
    '<yellow>warn[CX3001]</><bold>: 1 call had no result, so an error result was added</>',
  )
  expect(text).toContain('= <bold>help:</>')
})
