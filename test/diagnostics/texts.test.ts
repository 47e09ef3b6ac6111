// Texts of all diagnostics, provoked by real input and kept in texts.golden.txt. No other test asserts them.
// `UPDATE_GOLDENS=1 npx vitest run test/diagnostics` writes the file again: read its difference.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { type Code, catalogue } from '../../src/core/diag/catalogue.ts'
import type { Diagnostic } from '../../src/core/diag/diagnostic.ts'
import { expectGolden } from './golden.ts'
import { codes, elsewhere, runPage } from './page-samples.ts'
import { variants } from './variants/index.ts'

/** Lines of src/core/diag that made a diagnostic: `history.ts:9`. */
const { makers } = vi.hoisted(() => ({ makers: new Set<string>() }))

vi.mock('../../src/core/diag/make.ts', async original => {
  const real = await original<typeof import('../../src/core/diag/make.ts')>()
  return {
    make(...given: Parameters<typeof real.make>) {
      const caller = new Error().stack?.split('\n')[2] ?? ''
      makers.add(/src\/core\/diag\/([\w-]+\.ts:\d+)/.exec(caller)?.[1] ?? caller)
      return real.make(...given)
    },
  }
})

/** Cases of a code, by title. */
const cases = new Map<Code, Map<string, readonly Diagnostic[]>>()

/** Cases that did not raise their code. */
const unraised: string[] = []

async function collect(
  code: Code,
  title: string,
  raise: () => Promise<readonly Diagnostic[]>,
): Promise<void> {
  const raised = (await raise()).filter(diagnostic => diagnostic.code === code)
  if (raised.length === 0) return void unraised.push(`${code}: ${title}`)
  const known = cases.get(code) ?? new Map()
  cases.set(code, known.set(title, raised))
}

/** Most diagnostics of one case in the file. */
const shown = 10

const textOf = ({ message, notes, help }: Diagnostic): string =>
  [
    `  ${message}`,
    ...notes.map(note => `    note: ${note}`),
    ...(help === null ? [] : [`    help: ${help}`]),
  ].join('\n')

const render = (code: Code): string => {
  const [level, title] = catalogue[code]
  const lines = [...(cases.get(code) ?? [])].flatMap(([name, raised]) => [
    ` ${name}`,
    ...[...new Set(raised.map(textOf))].slice(0, shown),
  ])
  return [`${code} ${level}: ${title}`, ...lines].join('\n')
}

test('every text of a diagnostic is as its golden says', async () => {
  for (const code of codes.filter(code => code !== elsewhere))
    await collect(code, 'explain page', async () => (await runPage(code)).failing)
  for (const { code, title, raise } of variants) {
    await collect(code, title, async () => (await raise()).diagnostics)
  }
  expect(unraised).toEqual([])
  expectGolden('texts.golden.txt', `${codes.toSorted().map(render).join('\n\n')}\n`)
})

test('every place that makes a diagnostic was reached by a case', () => {
  const folder = join(import.meta.dirname, '../../src/core/diag')
  const declared = readdirSync(folder)
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'make.ts')
    .flatMap(file =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (/\bmake\(/.test(line) ? [`${file}:${index + 1}`] : [])),
    )
  expect(declared.length).toBeGreaterThan(codes.length)
  expect(declared.filter(place => !makers.has(place))).toEqual([])
})
