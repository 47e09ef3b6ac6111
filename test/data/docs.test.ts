import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check, parseProgram } from 'ctxc'
import { expect, test } from 'vitest'
import { renderDiagnostic } from '../../src/diag/render.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/data.md'), 'utf8')
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? ''

test('the file of docs/data.md is a valid program without findings', () => {
  const { program, diagnostics } = parseProgram(JSON.parse(block('json')))
  expect(diagnostics).toEqual([])
  expect(program && check(program).ok).toBe(true)
})

test('mistakes look as docs/data.md shows them', () => {
  const data = JSON.parse(block('json'))
  data.members[0].kind = 'S.renam'
  data.members[1].model = 5
  data.members[2] = { name: 'booker', tools: [{ name: 'search', parameters: [] }] }
  const [kind, model, parameters] = parseProgram(data).diagnostics.map(found => renderDiagnostic(found))
  expect([model, parameters, kind].join('\n\n')).toBe(block('text').trimEnd())
})
