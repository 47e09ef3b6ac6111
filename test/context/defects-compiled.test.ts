import { expect, test } from 'vitest'
import { budget } from './compiled/budget.ts'
import { composition } from './compiled/composition.ts'
import { compression } from './compiled/compression.ts'
import { machinery } from './compiled/machinery.ts'
import { selection } from './compiled/selection.ts'
import type { Shows } from './compiled/shows.ts'
import { defects } from './defects.ts'

const shows: Shows = { ...machinery, ...composition, ...selection, ...compression, ...budget }

const due = defects.filter(({ shown }) => shown === 'compiled')

for (const { id, what } of due) test(`${id}: ${what}`, () => shows[id]?.())

test('every defect is raised', () => {
  expect(Object.keys(shows)).toEqual(due.map(({ id }) => id))
  expect(due.every(({ scope }) => scope === 'now')).toBe(true)
})
