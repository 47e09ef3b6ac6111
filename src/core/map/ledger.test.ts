import { expect, test } from 'vitest'
import { type LedgerRow, LedgerRows } from './ledger.ts'

test('neighbours of one fate form one row', () => {
  const ledger = new LedgerRows()
  const add = (fate: LedgerRow['fate'], edits: LedgerRow['edits'] = []): void =>
    ledger.add(
      { fate, edits, reason: fate === 'kept' ? 'fits' : 'over-budget' },
      10,
      fate === 'kept' ? 10 : 0,
    )
  add('omitted')
  add('omitted')
  add('kept')
  add('kept', ['repaired'])
  add('kept')
  expect(ledger.allRows()).toMatchObject([
    { from: 0, to: 2, before: 20, after: 0 },
    { from: 2, to: 3 },
    { from: 3, to: 4, edits: ['repaired'] },
    { from: 4, to: 5 },
  ])
})

test('a session without units has no rows', () => {
  expect(new LedgerRows().allRows()).toEqual([])
})
