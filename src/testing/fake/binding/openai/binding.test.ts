import { describe, expect, test } from 'vitest'
import { testCases } from '../../../../../test/binding/cases.ts'
import { compactions } from '../../../../../test/binding/openai/compactions.ts'
import { control } from '../../../../../test/binding/openai/control.ts'
import { grown } from '../../../../../test/binding/openai/conversation.ts'
import { edits } from '../../../../../test/binding/openai/edits.ts'
import { reports } from '../../../../../test/binding/openai/reports.ts'
import { rows } from '../../../../../test/binding/openai/rows.ts'
import { testRows } from '../../../../../test/binding/rows.ts'
import { bindingProvider } from '../index.ts'

describe('Responses', () => {
  testCases('openai', [...edits, ...reports, ...compactions, ...control])

  testRows(
    'openai',
    rows,
    {},
    {
      grow: grown,
      lost: ({ status, body }) =>
        status === 200 && body.input_transformations === undefined ? null : JSON.stringify(body),
    },
  )

  test('answers alike, whoever asks', () => {
    expect(grown(bindingProvider('openai'))).toEqual(grown(bindingProvider('openai')))
  })
})
