// Every claim of the seeds has a test whose title begins with its number.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('.//', import.meta.url)
/** Number of claims of each seed; seed 001 has the text of seed 000. */
const claims = { 0: 68, 2: 71, 3: 70, 4: 60 }

const titled = readdirSync(folder).flatMap(name =>
  [...readFileSync(new URL(name, folder), 'utf8').matchAll(/['"](\d\.\d{1,2})[ '"]/g)].map(
    ([, number]) => number,
  ),
)

test('each of the 269 claims has a test', () => {
  const all = Object.entries(claims).flatMap(([seed, count]) =>
    Array.from({ length: count }, (_, index) => `${seed}.${index + 1}`),
  )
  expect(all).toHaveLength(269)
  expect(all.filter(number => !titled.includes(number))).toEqual([])
})
