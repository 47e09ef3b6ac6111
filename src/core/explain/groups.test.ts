import { expect, test } from 'vitest'
import type { LedgerRow, Reason } from '../map/ledger.ts'
import { groupOmitted } from './groups.ts'

const row = (from: number, reason: Reason): LedgerRow => ({
  from,
  to: from + 1,
  fate: reason === 'fits' ? 'kept' : 'omitted',
  edits: [],
  reason,
  before: 1,
  after: 0,
})

test('a group ends at a kept unit, and units without content are counted together', () => {
  const reasons: Reason[] = ['over-budget', 'empty', 'over-budget', 'fits', 'empty', 'over-budget', 'fits']
  const groups = groupOmitted(reasons.map((reason, index) => row(index, reason)))
  expect(groups.map(group => group.map(({ from }) => from))).toEqual([[0, 2], [5], [1, 4]])
})
