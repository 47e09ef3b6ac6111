import { describe, expect, test } from 'vitest'
import { compactions } from '../../../../../test/binding/anthropic/compactions.ts'
import { grown } from '../../../../../test/binding/anthropic/conversation.ts'
import { edits } from '../../../../../test/binding/anthropic/edits.ts'
import { onDemand } from '../../../../../test/binding/anthropic/on-demand.ts'
import { readers } from '../../../../../test/binding/anthropic/readers.ts'
import { reports } from '../../../../../test/binding/anthropic/reports.ts'
import { runs } from '../../../../../test/binding/anthropic/runs.ts'
import { thresholds } from '../../../../../test/binding/anthropic/thresholds.ts'
import { testCases } from '../../../../../test/binding/cases.ts'
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

  test('answers alike, whoever asks', () => {
    expect(grown(bindingProvider('anthropic'))).toEqual(grown(bindingProvider('anthropic')))
  })

  test('a request that is no object is a TypeError', () => {
    expect(() => bindingProvider('anthropic').judge([])).toThrow(TypeError)
    expect(() => bindingProvider('anthropic', { without: ['x'] })).toThrow(TypeError)
  })
})
