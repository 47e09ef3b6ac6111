import { median } from '../measure/median.ts'
import { digits, times } from '../report/digits.ts'
import { table } from '../report/table.ts'
import type { Measured } from './measure.ts'
import type { Results } from './results.ts'

type Figure = 'first' | 'last' | 'median' | 'cpu' | 'total' | 'closed' | 'bytes'

/** Prints results as tables, and beside their aims. */
export function report(results: Results): string {
  const { measured, node, machine, sizes, restart, many } = results
  const sessions = Object.entries(many).map(
    ([kind, { total, before, peak, rss }]) =>
      `1,000 sessions of 10 steps at once, ${kind}: ${digits(total / 1e3)} s; heap ${digits(peak)} MB at most, ${digits(before)} MB before; ${digits(rss)} MB of RSS at most`,
  )
  const opened = Object.entries(restart).map(
    ([name, ms]) =>
      `A session of 10,000 events, from opening it to its first model call, ${name}: ${digits(ms)} ms`,
  )
  return [
    `Node ${node}, ${machine}, ${measured}`,
    ...sizes.map(size => steps(results, size)),
    disk(results),
    [...opened, ...sessions].join('\n'),
    aims(results),
  ].join('\n\n')
}

const of = (runs: readonly Measured[], key: Figure) => median(runs.map(run => run[key]))

const runsOf = ({ runs }: Results, name: string, size: number) => runs[`${name} ${size}`] ?? []

function steps(results: Results, size: number): string {
  const names = Object.keys(results.kept).filter(name => runsOf(results, name, size).length > 0)
  const head = [
    `${size} steps, ms`,
    'first 20',
    'last 20',
    'median',
    'processor',
    'its quartiles',
    '÷ ctxc',
    'in all',
    'runs',
  ]
  return table([head, ...names.map(name => row(results, name, size))])
}

/** Quartiles of figures, which tell how noisy they are. */
function quartiles(figures: readonly number[]): string {
  const sorted = [...figures].sort((left, right) => left - right)
  const at = (share: number): string => digits(sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN)
  return `${at(0.25)}–${at(0.75)}`
}

function row(results: Results, name: string, size: number): string[] {
  const runs = runsOf(results, name, size)
  const error = runs.find(run => run.error !== null)?.error
  if (error) return [name, `not run: ${error}`]
  const stopped = runs.find(run => run.steps < size)
  const total = stopped
    ? `> ${(stopped.total / 1e3).toFixed(0)} s (${stopped.steps} steps)`
    : `${digits(of(runs, 'total') / 1e3)} s`
  const ours = runsOf(results, 'ctxc, memory', size)
  const ratio = name.startsWith('ctxc') ? '' : times(of(runs, 'cpu') / of(ours, 'cpu'))
  const figures = (['first', 'last', 'median', 'cpu'] as const).map(key => digits(of(runs, key)))
  const spread = quartiles(runs.map(({ cpu }) => cpu))
  return [name, ...figures, spread, ratio, total, String(runs.length)]
}

const megabytes = (bytes: number): string => digits(bytes / 1e6)

function disk(results: Results): string {
  const { kept, sizes, content } = results
  const rows = Object.keys(kept)
    .filter(name => kept[name] === 'disk')
    .flatMap(name =>
      sizes.flatMap(size => {
        const runs = runsOf(results, name, size).filter(({ error }) => error === null)
        if (runs.length === 0) return []
        const [made = size] = runs.map(run => run.steps)
        const whole = ((content[size] ?? Number.NaN) * made) / size
        const sizesOf = [of(runs, 'closed'), of(runs, 'bytes'), whole].map(megabytes)
        return [[name, String(made), ...sizesOf, times(of(runs, 'bytes') / whole)]]
      }),
    )
  return table([['On disk, MB', 'steps', 'closed', 'checkpointed', 'parts and state', 'ratio'], ...rows])
}

function aims(results: Results): string {
  const at = (name: string, size: number, key: Figure) => of(runsOf(results, name, size), key)
  const most = results.sizes.at(-1) ?? 0
  const ratio = at('ctxc, SQLite full', most, 'bytes') / (results.content[most] ?? Number.NaN)
  const rows: [string, number, number, string][] = [
    [`a step in memory, median of ${most}`, at('ctxc, memory', most, 'median'), 0.4, 'ms'],
    [`a step on SQLite normal, median of ${most}`, at('ctxc, SQLite normal', most, 'median'), 0.6, 'ms'],
    [
      `last 20 of ${most} / last 20 of 200`,
      most === 200 ? Number.NaN : at('ctxc, memory', most, 'last') / at('ctxc, memory', 200, 'last'),
      1.3,
      '×',
    ],
    ['disk / parts and state', ratio, 1.3, '×'],
    ['restart', results.restart.ctxc ?? Number.NaN, 60, 'ms'],
  ]
  // Rows without a figure were not measured.
  return rows
    .filter(([, found]) => !Number.isNaN(found))
    .map(
      ([what, found, aim, unit]) =>
        `${found <= aim ? 'pass' : 'MISS'}  ${what}: ${digits(found)} ${unit}, aimed at ${aim} ${unit}`,
    )
    .join('\n')
}
