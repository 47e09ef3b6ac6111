// Law 8: no value that was found leaves a session, whatever carries it and wherever it goes.
import { expect, test } from 'vitest'
import { patience } from './runs.ts'
import { checked } from './secrets/checked.ts'
import { Dice } from './secrets/dice.ts'
import { guardComplaints } from './secrets/guarded.ts'
import { literals, person } from './secrets/literals.ts'
import { persons } from './secrets/personal.ts'
import { shapes } from './secrets/shapes.ts'
import { tokens } from './secrets/tokens.ts'

test('each rule finds the values that are planted for it', () => {
  const all = [...tokens, ...shapes, ...persons, ...literals, person].map(draw => draw(Dice.of(7)))
  for (const { values, random, shown, field } of all) {
    expect(shown ?? field).not.toBeNull()
    expect(random.every(part => values[0].includes(part))).toBe(true)
  }
  expect(all.length).toBeGreaterThan(260)
})

test(
  'a value that was found is in no protected form and no stream, which neither cost nor change more than was appended',
  async () => {
    expect(await checked('guarded', async session => guardComplaints(session))).toBeGreaterThan(0)
  },
  patience(600_000),
)
