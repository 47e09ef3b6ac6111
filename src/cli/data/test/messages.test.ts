import { parseProgram } from 'ctxc/program'
import { expect, test } from 'vitest'
import { mistakenPrograms } from './mistaken-programs.ts'

// The texts of these mistakes are in test/diagnostics/texts.golden.txt.
test.each(mistakenPrograms)('a mistake is reported with its place: %s', (_, data, place) => {
  const { ok, program, diagnostics } = parseProgram(data)
  expect([ok, program]).toEqual([false, null])
  expect(diagnostics.map(({ code, at }) => `${code} ${at[0]}`)).toEqual([place])
})

test('all mistakes are reported at once, in their order', () => {
  const { diagnostics } = parseProgram({
    kind: 'pipeline',
    membrs: [],
    members: [
      { name: 'a', model: 5, tools: [{ name: '', strict: 1 }, { nam: 'x' }], budget: { input: 'x', low: 2 } },
      { kind: 'S.rename', names: { 'odd:a': 'b', c: 5 } },
      { kind: 'route', key: '', ways: [{ member: 5 }, { is: 1 }], other: { name: 'b', subAgents: [{}] } },
    ],
  })
  expect(diagnostics.map(({ code, at }) => `${code} ${at[0]}`)).toEqual([
    'CX1102 d:membrs',
    'CX1101 d:members.0.model',
    'CX1101 d:members.0.budget.input',
    'CX1101 d:members.0.budget.low',
    'CX1101 d:members.0.tools.0.name',
    'CX1101 d:members.0.tools.0.strict',
    'CX1102 d:members.0.tools.1.nam',
    'CX1101 d:members.0.tools.1.name',
    'CX1101 d:members.1.names.odd:a',
    'CX1101 d:members.1.names.c',
    'CX1101 d:members.2.key',
    'CX1101 d:members.2.ways.0.member',
    'CX1101 d:members.2.ways.0',
    'CX1101 d:members.2.ways.1.member',
    'CX1101 d:members.2.other.subAgents.0.name',
  ])
  expect(diagnostics[4]?.data).toMatchObject({ path: ['members', 0, 'tools', 0, 'name'] })
})
