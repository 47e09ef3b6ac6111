import { expect, test } from 'vitest'
import { historyTrimmed } from './budget.ts'
import { Findings } from './collect.ts'
import { callWithoutResult } from './history.ts'
import { make } from './make.ts'
import { opaqueLeftOut } from './opaque.ts'
import { renderDiagnostic } from './render.ts'
import { schemaUnsupported, settingDropped } from './target.ts'

test('a noted error counts like a reported one', () => {
  const findings = new Findings()
  findings.addFindingPlace({ kind: 'CX3001', say: callWithoutResult, at: 'e:1.0' })
  expect(findings.failed).toBe(false)
  findings.addFindingPlace({
    kind: 'CX7014',
    say: () => schemaUnsupported(null),
    at: 'd:outputSchema',
  })
  expect(findings.failed).toBe(true)
  expect(findings.list().map(({ code }) => code)).toEqual(['CX7014', 'CX3001'])
})

test('all places of one kind are counted, and the first five are named', () => {
  const findings = new Findings()
  for (let seq = 0; seq < 7; seq++)
    findings.addFindingPlace({ kind: 'CX3001', say: callWithoutResult, at: `e:${seq}` })
  expect(findings.list()).toMatchObject([{ at: ['e:0', 'e:1', 'e:2', 'e:3', 'e:4'], data: { count: 7 } }])
  expect(make('CX3001', { message: 'm', at: ['e:1'] }).data).toEqual({ count: 1 })
  expect(make('CX3001', { message: 'm' }).data).toEqual({})
  expect(renderDiagnostic(callWithoutResult(['e:1', 'e:2']))).not.toContain('more')
})

test('trimmed units are counted, and the first kept unit is named', () => {
  const trimmed = historyTrimmed({
    units: 9,
    at: ['e:8', 'e:7'],
    begins: 'e:9',
    earlier: [],
    left: 5,
    cause: null,
    isSoft: false,
  })
  const text = renderDiagnostic(trimmed, { place: at => `message[${at.slice(2)}]` })
  expect(text).toContain('message[8], message[7] and 7 more')
  expect(text).toContain('note: message[9] is the first unit that is kept')
})

test('an older unit that is kept too is named, and no later one is called the first', () => {
  const trimmed = { units: 9, at: ['e:7'], begins: 'e:9', left: 5, cause: null, isSoft: false }
  const notesOf = (...earlier: string[]) => historyTrimmed({ ...trimmed, earlier }).notes
  expect(notesOf('e:8').join()).not.toContain('first')
  expect(notesOf('e:8')[1]).toBe('e:8 is kept too')
  expect(notesOf('e:2', 'e:3', 'e:8')[1]).toBe('e:2 and 2 other older units are kept too')
})

test('a setting is reported at the place of its declaration', () => {
  expect(settingDropped('seed', 'no such setting').at).toEqual(['d:generateConfig.seed'])
  expect(settingDropped('tools', 'of another provider', 'd:tools').at).toEqual(['d:tools'])
})

test("a dropped item is reported without a vendor's name", () => {
  expect(opaqueLeftOut('custom', 'no form', ['e:1.0', 'e:2.0'], 'dropped')).toMatchObject({
    code: 'CX7008',
    data: { fate: 'dropped', type: 'custom', why: 'no form', count: 2 },
  })
})
