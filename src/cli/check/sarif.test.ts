import { agent } from 'ctxc'
import { check, toSARIF } from 'ctxc/check'
import { expect, test } from 'vitest'
import { renderChecked } from './render.ts'

const hostile = 'a\u001b[2J\u202e"b'
const booker = agent({ name: hostile, instruction: 'The intent is: {intent}' })
const checked = check({ kind: 'parallel', members: [booker, agent({ name: 'x', instruction: '{intent}' })] })

test('each SARIF result names a known rule and its place', () => {
  const log = toSARIF(checked.diagnostics, { file: 'src/app.ts' })
  expect(log.version).toBe('2.1.0')
  const [run] = log.runs
  expect(run?.tool.driver.rules).toEqual([
    {
      id: 'CX1001',
      shortDescription: { text: 'key that nothing writes' },
      defaultConfiguration: { level: 'error' },
    },
  ])
  expect(run?.results).toHaveLength(2)
  expect(run?.results[1]).toMatchObject({
    ruleId: 'CX1001',
    ruleIndex: 0,
    level: 'error',
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: 'src/app.ts' } },
        logicalLocations: [{ fullyQualifiedName: 'd:members.1.instruction' }],
      },
    ],
  })
})

test('a SARIF result has the line that code hosts require, and the export of the file', () => {
  const { runs } = toSARIF(checked.diagnostics, { file: 'src/app.ts', program: 'app' })
  expect(runs[0]?.results[1]?.locations).toEqual([
    {
      physicalLocation: { artifactLocation: { uri: 'src/app.ts' }, region: { startLine: 1 } },
      logicalLocations: [{ fullyQualifiedName: 'app d:members.1.instruction' }],
    },
  ])
})

test('SARIF has no results without findings, and no file location without a file', () => {
  expect(toSARIF([]).runs[0]).toEqual({ tool: { driver: { name: 'ctxc', rules: [] } }, results: [] })
  expect(toSARIF(checked.diagnostics).runs[0]?.results[0]?.locations?.[0]).not.toHaveProperty(
    'physicalLocation',
  )
})

test('printed findings cannot control the terminal, and are counted', () => {
  const text = renderChecked(checked)
  for (const sign of ['\u001b', '\u202e']) expect(text).not.toContain(sign)
  expect(text).toMatch(/^error\[CX1001\]: /)
  expect(text).toMatch(/\n\n2 errors\n$/)
  expect(renderChecked({ ok: true, diagnostics: [] })).toBe('nothing found\n')
})
