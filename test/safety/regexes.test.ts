import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Found, knownFile, nameOf, regexesOf, slowness } from '../../scripts/regexes.ts'
import bounded from './bounded-regexes.json' with { type: 'json' }

const { all, dynamic } = regexesOf('.')
const known = new Set(JSON.parse(readFileSync(knownFile, 'utf8')) as string[])
const isBounded = (found: Found): boolean =>
  bounded.some(({ file, regex }) => found.at.startsWith(`${file}:`) && regex === nameOf(found))

test('the checker recognizes a slow expression, such as the one that base64 had (A1)', async () => {
  const slow = { source: '^[\\w+/\\s-]*={0,2}\\s*$', flags: '', at: '' }
  expect(await slowness(slow)).toContain('polynomial')
})

/** Known expressions were checked by `npm run regexes`, which writes the list of safe ones. */
test('no regular expression in src is slow on hostile text, unless its input is short (A1)', async () => {
  expect(all.length).toBeGreaterThan(200)
  const slow: string[] = []
  for (const found of all) {
    if (known.has(nameOf(found)) || isBounded(found)) continue
    const why = await slowness(found)
    if (why !== null) slow.push(`${found.at} ${why}: ${nameOf(found)}`)
  }
  expect(slow).toEqual([])
}, 120_000)

test('an exception is listed only for an expression that exists', () => {
  const gone = bounded.filter(
    ({ file, regex }) =>
      !all.some(found => nameOf(found) === regex) || !readFileSync(file, 'utf8').includes(regex),
  )
  expect(gone).toEqual([])
})

/** Their texts are made of constants: for lines of 300 characters, words without an overlap, names and ids of models. */
test('expressions made at run time are all listed', () => {
  expect(dynamic.map(place => place.split(' ')[0])).toEqual([
    'src/cli/clean-io.ts', // numbers of the own colours
    'src/core/context/operation/compact/code-line.ts',
    'src/core/context/operation/compact/code-line.ts',
    'src/core/context/selector/text-test.ts', // an app's own, as docs/pinning.md warns
    'src/core/effect/summarize/subjects.ts', // a line break begins it once, a sentence's end too
    'src/core/form/readable-pattern.ts', // a schema's own pattern, compiled and not run
    'src/core/form/slow-pattern.ts', // one sign of it, run on one character
    'src/core/protect/session/find-all.ts', // a pattern of the app's own, which its docs warn of
    'src/core/protect/spelling/escapes.ts', // begins of escapes: each run of backslashes is read from its first one alone
    'src/core/protect/spelling/escapes.ts',
    'src/core/text/words.ts',
    'src/core/vendor/ai-sdk/rows/packages.ts', // patterns of the own table, for names of providers
    'src/core/vendor/ai-sdk/write/models.ts', // patterns of the own table, for names of models
    'src/core/vendor/ai-sdk/write/names.ts',
    'src/core/vendor/openai/read/dialects.ts',
  ])
})
