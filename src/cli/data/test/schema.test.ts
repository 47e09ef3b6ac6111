import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parseProgram, programSchema } from 'ctxc/program'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { patience } from '../../../../test/laws/runs.ts'
import { changed, someChange, someData } from './arbitrary.ts'

const numRuns = Number(process.env.CTXC_LAW_RUNS ?? 2000)
// Conditions name fields that are declared beside them, which strict mode does not see.
const validate = new Ajv2020({ strictTypes: false, strictRequired: false }).compile(programSchema)

/** Rules that no schema can say: what only the values of several fields together show. */
const beyondSchemas = [
  /^\S+ is not a valid step: S\.rename gives two keys the name /,
  / has atLeast \d\S* and atMost \d\S*$/,
  /must have tools of different names/,
]

/** Whether both say the same of a program; a rule beyond schemas is the reader's alone. */
function agreed(data: unknown): boolean {
  const { ok, diagnostics } = parseProgram(data)
  const own = diagnostics.filter(({ message }) => beyondSchemas.some(rule => rule.test(message)))
  if (validate(data) === (ok || own.length === diagnostics.length)) return true
  const said = ok ? validate.errors : diagnostics
  throw new Error(`${ok ? 'the schema alone refuses' : 'the reader alone refuses'}: ${JSON.stringify(said)}`)
}

test('the file equals the exported schema', () => {
  const file = join(import.meta.dirname, '../../../../schema/program.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(programSchema)
})

test('every generated program validates and is read', { timeout: patience(60_000) }, () => {
  fc.assert(
    fc.property(someData, data => {
      expect(parseProgram(data).diagnostics).toEqual([])
      expect(validate(data)).toBe(true)
    }),
    { numRuns },
  )
})

test('the schema and the reader refuse the same data', { timeout: patience(60_000) }, () => {
  const refused = { yes: 0, no: 0 }
  fc.assert(
    fc.property(someData, fc.array(someChange, { minLength: 1, maxLength: 3 }), (data, changes) => {
      const broken = changes.reduce<Record<string, unknown>>(
        (before, change) => changed(before, change),
        data,
      )
      refused[parseProgram(broken).ok ? 'no' : 'yes']++
      return agreed(broken)
    }),
    { numRuns: numRuns * 2 },
  )
  // Neither all nor nothing.
  expect(Math.min(refused.yes, refused.no)).toBeGreaterThan(numRuns / 5)
})

test.each([null, 5, 'agent', true, [], [{ name: 'a' }], {}, { $schema: 'x' }, { kind: 'S.set', values: {} }])(
  '%j is refused by both',
  data => {
    expect(parseProgram(data).ok).toBe(false)
    expect(validate(data)).toBe(false)
  },
)
