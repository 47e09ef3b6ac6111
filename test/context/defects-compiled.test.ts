import { expect, test } from 'vitest'
import { budget } from './compiled/budget.ts'
import { composition } from './compiled/composition.ts'
import { compression } from './compiled/compression.ts'
import { machinery } from './compiled/machinery.ts'
import { selection } from './compiled/selection.ts'
import type { Shows } from './compiled/shows.ts'
import { defects } from './defects.ts'

const shows: Shows = { ...machinery, ...composition, ...selection, ...compression, ...budget }

/** Defects that are there still, and why. */
const notYet: Readonly<Record<string, string>> = {
  D75: 'the scorer is read and kept, and no handler is asked: units are ranked by their words',
}

const due = defects.filter(({ shown }) => shown === 'compiled')

for (const { id, what } of due) {
  const run = id in notYet ? test.fails : test
  run(`${id}: ${what}`, () => shows[id]?.())
}

test('each of them is shown', () => {
  expect(Object.keys(shows)).toEqual(due.map(({ id }) => id))
  expect(due.every(({ scope }) => scope === 'now')).toBe(true)
})
