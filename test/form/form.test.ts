// Goldens: damaged conversations and what becomes of them on every target. After an intended change run
// `UPDATE_GOLDENS=1 npx vitest run test/form`, then read the difference: a golden is a promise, not a snapshot.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Compiled, compile, type TargetName } from 'ctxc'
import type { Conversation } from 'ctxc/from'
import { fakeProvider } from 'ctxc/testing'
import type { MessageFormat } from '../arbitrary/index.ts'
import { describe, expect, test } from 'vitest'
import { importers } from '../importers.ts'
import { models, targets as rows } from '../targets.ts'

/** Facts about a case. */
interface About {
  readonly origin: string
  readonly licence: string
  /** Description of the damage, and whether it is real or edited. */
  readonly note: string
  /** Format of the input; Chat by default. */
  readonly format?: MessageFormat
  readonly budget?: number
}

// In the order of the goldens.
const targets = Object.keys(rows) as TargetName[]

const folder = new URL('.//', import.meta.url)
const cases = readdirSync(folder, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)

const read = (name: string, file: string): string => readFileSync(new URL(`${name}/${file}`, folder), 'utf8')

function load(name: string): { readonly about: About; readonly conversation: Conversation } {
  const about = JSON.parse(read(name, 'about.json')) as About
  const input = JSON.parse(read(name, 'input.json')) as readonly object[]
  return { about, conversation: importers[about.format ?? 'openai-chat'](input) }
}

/** Returns code, level and places; a count represents the places beyond the first five. */
const diagnosticLines = ({ diagnostics }: Compiled): string[] =>
  diagnostics.map(({ code, level, at, data }) =>
    [code, level, ...at, ...(data.count === undefined ? [] : [`of ${String(data.count)}`])].join(' '),
  )

/** Fates without token counts: those follow the counters, which have tests of their own. */
const ledgerLines = ({ ledger }: Compiled): string[] => [
  ...ledger.declarations.map(({ origin }) => origin),
  ...ledger.rows.map(({ from, to, fate, reason, edits }) =>
    [to === from + 1 ? `unit ${from}` : `units ${from}-${to - 1}`, fate, reason, ...edits].join(' '),
  ),
]

/** One section for each text that targets share. */
function sections(texts: ReadonlyMap<TargetName, readonly string[]>): string {
  const owners = new Map<string, TargetName[]>()
  for (const [target, lines] of texts) {
    const text = lines.join('\n') || 'none'
    owners.set(text, [...(owners.get(text) ?? []), target])
  }
  return `${[...owners].map(([text, names]) => `# ${names.join(', ')}\n${text}`).join('\n\n')}\n`
}

function matches(name: string, file: string, actual: string): void {
  const golden = new URL(`${name}/${file}`, folder)
  if (process.env.UPDATE_GOLDENS) writeFileSync(golden, actual)
  expect(existsSync(golden), `${name}/${file} is missing: run with UPDATE_GOLDENS=1`).toBe(true)
  expect(actual).toBe(readFileSync(golden, 'utf8'))
}

describe.each(cases)('%s', name => {
  const { about, conversation } = load(name)
  const compileFor = (target: TargetName): Promise<Compiled> =>
    compile(conversation, {
      target,
      model: models[target],
      ...(about.budget !== undefined && { budget: about.budget }),
    })

  test('has an origin, a note and a licence', () => {
    expect(about).toMatchObject({ origin: expect.stringMatching(/\S/), note: expect.stringMatching(/\S/) })
    expect(['MIT', 'Apache-2.0']).toContain(about.licence)
  })

  test.each(targets)('compiles to its golden on %s', async target => {
    const { request } = await compileFor(target)
    expect(request === null ? [] : fakeProvider(target).violations({ ...request, model: models[target] })).toEqual([])
    matches(name, `${target}.json`, `${JSON.stringify(request, null, 2)}\n`)
  })

  test('has its golden diagnostics and ledger', async () => {
    const compiled = await Promise.all(targets.map(async target => [target, await compileFor(target)] as const))
    const lines = (render: (result: Compiled) => string[]): string =>
      sections(new Map(compiled.map(([target, result]) => [target, render(result)])))
    matches(name, 'diagnostics.txt', lines(diagnosticLines))
    matches(name, 'ledger.txt', lines(ledgerLines))
  })
})
