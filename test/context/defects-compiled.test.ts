import { expect, test } from 'vitest'
import { budget } from './compiled/budget.ts'
import { composition } from './compiled/composition.ts'
import { compression } from './compiled/compression.ts'
import { machinery } from './compiled/machinery.ts'
import { models } from './compiled/models.ts'
import { protection } from './compiled/protection.ts'
import { selection } from './compiled/selection.ts'
import { shapes } from './compiled/shapes.ts'
import type { Shows } from './compiled/shows.ts'
import { writing } from './compiled/writing.ts'
import { defects } from './defects.ts'

const rooms = [machinery, composition, selection, compression, models, writing, budget, protection, shapes]
const shows: Shows = Object.assign({}, ...rooms)

const due = defects.filter(({ shown }) => shown === 'compiled')

for (const { id, what } of due) test(`${id}: ${what}`, () => shows[id]?.())

test('every defect is raised', () => {
  expect(rooms.flatMap(Object.keys).sort()).toEqual(due.map(({ id }) => id).sort())
  expect(due.every(({ scope }) => scope === 'now')).toBe(true)
})
