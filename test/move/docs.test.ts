// docs/moving.md: its table is written from what compiles say. UPDATE_GOLDENS=1 writes it again.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compile, createSession } from '../../src/index.ts'
import { page } from './docs.ts'
import { kinds } from './kinds.ts'
import { type Station, stations } from './station.ts'

/** Text of a cell for each diagnostic; other diagnostics report no loss. */
const words: Readonly<Record<string, string>> = {
  CX3001: 'error result (CX3001)',
  CX3003: 'new id (CX3003)',
  CX3004: 'wrapped (CX3004)',
  CX7006: 'fenced (CX7006)',
  CX7007: 'dropped (CX7007)',
  CX7008: 'as text (CX7008)',
  CX7015: 'named (CX7015)',
  CX7018: 'after it (CX7018)',
  CX7019: 'without it (CX7019)',
}

async function cell(station: Station, kind: string): Promise<string> {
  const session = createSession({ events: [{ author: 'user', text: 'Hi.' }, ...(kinds[kind] ?? [])] })
  const [model = ''] = station.models
  const result = await compile({ agent: { name: 'agent' }, session }, { target: station.target, model })
  expect(result.ok, `${kind} on ${station.name}`).toBe(true)
  const said = result.diagnostics.filter(({ at }) => at.some(place => place.startsWith('e:')))
  return said.flatMap(({ code }) => words[code] ?? []).join(', ') || 'yes'
}

async function table(): Promise<string> {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const rows = [
    row(['content', ...stations.map(({ name }) => name)]),
    row(['---', ...stations.map(() => '---')]),
  ]
  for (const kind of Object.keys(kinds))
    rows.push(row([kind, ...(await Promise.all(stations.map(station => cell(station, kind))))]))
  return rows.join('\n')
}

test('the table of docs/moving.md equals the compiled results', async () => {
  const text = readFileSync(page, 'utf8')
  const [before = '', , after = ''] = text.split(/<!-- table -->\n[\s\S]*?\n(<!-- end -->)/)
  const made = `${before}<!-- table -->\n${await table()}\n<!-- end -->${after}`
  if (process.env.UPDATE_GOLDENS) writeFileSync(page, made)
  expect(made).toBe(readFileSync(page, 'utf8'))
})
