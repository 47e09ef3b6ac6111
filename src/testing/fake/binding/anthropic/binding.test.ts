import { describe, expect, test } from 'vitest'
import { compactions } from '../../../../../test/binding/anthropic/compactions.ts'
import { compact, controls, grown, threshold } from '../../../../../test/binding/anthropic/conversation.ts'
import { edits } from '../../../../../test/binding/anthropic/edits.ts'
import { onDemand } from '../../../../../test/binding/anthropic/on-demand.ts'
import { readers } from '../../../../../test/binding/anthropic/readers.ts'
import { reports } from '../../../../../test/binding/anthropic/reports.ts'
import { rows } from '../../../../../test/binding/anthropic/rows.ts'
import { runs } from '../../../../../test/binding/anthropic/runs.ts'
import { thresholds } from '../../../../../test/binding/anthropic/thresholds.ts'
import { testCases } from '../../../../../test/binding/cases.ts'
import { testRows } from '../../../../../test/binding/rows.ts'
import { bindingProvider } from '../index.ts'

describe('Messages', () => {
  testCases('anthropic', [
    ...edits,
    ...runs,
    ...reports,
    ...readers,
    ...compactions,
    ...onDemand,
    ...thresholds,
  ])

  testRows(
    'anthropic',
    rows,
    { betas: [controls, compact, threshold] },
    {
      grow: grown,
      lost: ({ status, body }) => {
        const { message = '' } = (body.error ?? {}) as { message?: string }
        if (status !== 200) return message.replace('bound to a different conversation', 'prefix_mismatch')
        return (body.input_transformations as unknown[]).length > 0 ? JSON.stringify(body) : null
      },
    },
  )

  test('answers alike, whoever asks', () => {
    expect(grown(bindingProvider('anthropic'))).toEqual(grown(bindingProvider('anthropic')))
  })

  test('a request that is no object is a TypeError', () => {
    expect(() => bindingProvider('anthropic').judge([])).toThrow(TypeError)
    expect(() => bindingProvider('anthropic', { without: ['x'] })).toThrow(TypeError)
  })
})
