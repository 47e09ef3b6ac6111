/**
 * Time from the import to the first request in a fresh process: `node start.ts [--beside CHECKOUT] [--rounds 9]`. The other
 * checkout is built, too. Programs take turns, with and without V8's compile cache, from node_modules and bundled, into one file and into several.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { generate } from './history/generate.ts'
import { median } from './measure/median.ts'
import { orderOf } from './measure/order.ts'
import { machine } from './report/machine.ts'
import { table } from './report/table.ts'
import { forms, prepare } from './start/prepare.ts'
import { programsFor } from './start/programs.ts'

const { values: given } = parseArgs({
  options: {
    beside: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const rounds = Number(given.rounds)
const budget = 6_000
const [nothing, alone] = ['nothing', 'AI SDK alone']
const programs = programsFor(generate(60, 0).messages, budget).filter(
  ({ name }) => given.only === undefined || [nothing, alone, given.only].includes(name),
)

const folder = mkdtempSync(join(tmpdir(), 'ctxc-start-'))
const sides = {
  ours: resolve(import.meta.dirname, '..'),
  ...(given.beside !== undefined && { beside: resolve(given.beside) }),
}

interface Took {
  /** Milliseconds that Node needs before it runs the program. */
  readonly ready: number
  /** Milliseconds from the import to the request. */
  readonly took: number
  /** Milliseconds of processor time, of all threads, from the import to the request. */
  readonly processor: number
}

interface Case {
  readonly program: string
  readonly side: string
  readonly form: (typeof forms)[number]
  readonly isCached: boolean
  readonly file: string
  readonly found: Took[]
}

const cases: Case[] = []
for (const [side, checkout] of Object.entries(sides)) {
  const own = programs.filter(({ isOurs }) => isOurs || side === 'ours')
  for (const [program, files] of await prepare(join(folder, side), checkout, own))
    for (const form of forms)
      for (const isCached of [false, true])
        if (program !== nothing || (form === 'unbundled' && !isCached))
          cases.push({ program, side, form, isCached, file: files[form], found: [] })
}

const launcher = join(import.meta.dirname, 'start/launch.mjs')
const { NODE_COMPILE_CACHE: _, ...environment } = process.env

function start({ file, isCached }: Case): Took {
  const env = { ...environment, ...(isCached && { NODE_COMPILE_CACHE: `${file}.cache` }) }
  return JSON.parse(
    execFileSync(process.execPath, [launcher, file], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
}

console.log(machine())
// The first runs bring the files into the disk's cache, and write V8's cache.
for (const each of cases) for (let time = 0; time < 2; time++) start(each)
for (let round = 0; round < rounds; round++)
  for (const each of orderOf(cases, round)) each.found.push(start(each))

const valuesOf = (found: readonly Took[], field: keyof Took): number[] =>
  found.map(each => each[field]).sort((left, right) => left - right)
const quarters = (sorted: readonly number[]): string =>
  [1, 3].map(part => (sorted[Math.round(((sorted.length - 1) * part) / 4)] ?? 0).toFixed(0)).join(' to ')
const caseOf = (wanted: Partial<Case>): Case | undefined =>
  cases.find(each =>
    (['program', 'side', 'form', 'isCached'] as const).every(
      key => wanted[key] === undefined || wanted[key] === each[key],
    ),
  )
const ratio = (each: Case, other: Case | undefined, field: keyof Took): string =>
  other === undefined || other === each
    ? ''
    : (median(valuesOf(each.found, field)) / median(valuesOf(other.found, field))).toFixed(2)

const own = valuesOf(
  cases.flatMap(({ found }) => found),
  'ready',
)
console.log(
  `A chat of 60 messages, a budget of ${budget} tokens. Medians of ${rounds} fresh processes each, in milliseconds from the import to the`,
)
console.log(`request. Node itself takes ${median(own).toFixed(0)} (${quarters(own)}) before that.\n`)
const headings = [
  'program',
  'time',
  'middle half',
  'processor',
  '÷ AI SDK alone',
  'processor',
  '÷ beside',
  'processor',
  'kB',
]
for (const form of forms)
  for (const isCached of [false, true]) {
    const shown = cases.filter(each => each.form === form && each.isCached === isCached)
    const rows = shown.map(each => {
      const sdk = each.program === nothing ? undefined : caseOf({ program: alone, form, isCached })
      const other = each.side === 'ours' ? caseOf({ ...each, side: 'beside' }) : undefined
      return [
        `${each.program}${each.side === 'ours' ? '' : ' (beside)'}`,
        median(valuesOf(each.found, 'took')).toFixed(1),
        quarters(valuesOf(each.found, 'took')),
        median(valuesOf(each.found, 'processor')).toFixed(1),
        ...(['took', 'processor'] as const).map(field => ratio(each, sdk, field)),
        ...(['took', 'processor'] as const).map(field => ratio(each, other, field)),
        form === 'bundled' ? (statSync(each.file).size / 1024).toFixed(0) : '',
      ]
    })
    console.log(
      `${form}, ${isCached ? 'with' : 'without'} V8's compile cache\n${table([headings, ...rows])}\n`,
    )
  }
if (given.keep) console.log(`The programs are in ${folder}.`)
else rmSync(folder, { recursive: true, force: true })
