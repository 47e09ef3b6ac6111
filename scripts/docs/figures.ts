import { readFileSync, writeFileSync } from 'node:fs'
import { markdown } from '../../bench/report/markdown.ts'

/** Tables of benchmark results, by name. */
const recordedIn = new URL('../../bench/results/figures.json', import.meta.url)

/** Figures that other projects measured on their own data, by table and by the first cell of the row. */
const othersIn = new URL('../../bench/results/figures-of-others.json', import.meta.url)

type Rows = readonly (readonly string[])[]

const read = <Value>(url: URL): Readonly<Record<string, Value>> =>
  JSON.parse(readFileSync(url, 'utf8')) as Readonly<Record<string, Value>>

/**
 * Returns the rows, and with `--record` stores them for the page that shows the table with this name. The first row is
 * the head.
 */
export function recorded(name: string, rows: Rows): Rows {
  if (!process.argv.includes('--record')) return rows
  const tables = Object.entries({ ...read<Rows>(recordedIn), [name]: rows })
  const sorted = Object.fromEntries(tables.sort(([left], [right]) => (left < right ? -1 : 1)))
  const lines = Object.entries(sorted).map(([key, table]) => {
    const shown = table.map(row => `    ${JSON.stringify(row)}`)
    return `  ${JSON.stringify(key)}: [\n${shown.join(',\n')}\n  ]`
  })
  writeFileSync(recordedIn, `{\n${lines.join(',\n')}\n}\n`)
  return rows
}

/** Returns a page in which each block of figures shows the table that was recorded, with a column for figures of others. */
export function withFigures(text: string): string {
  const tables = read<Rows>(recordedIn)
  const others = read<Readonly<Record<string, string>>>(othersIn)
  return text.replace(/(<!-- figures: (\S+) -->\n)[\s\S]*?(?=<!-- end -->)/g, (_, marker, name) => {
    const rows = tables[name as string]
    if (rows === undefined) throw new Error(`no table of figures has the name ${name}`)
    const beside = others[name as string]
    const named = new Set(rows.map(([first = '']) => first))
    for (const row of Object.keys(beside ?? {}))
      if (!named.has(row)) throw new Error(`the table ${name} has no row ${row}`)
    const shown =
      beside === undefined
        ? rows
        : rows.map((row, at) => [...row, at === 0 ? 'on data of others' : (beside[row[0] ?? ''] ?? '')])
    return `${marker}${markdown(shown)}\n`
  })
}
