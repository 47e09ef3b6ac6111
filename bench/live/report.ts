import { markdown } from '../report/markdown.ts'
import { aims } from './aims.ts'
import type { AudioRow } from './audio.ts'
import type { HourRow } from './bytes.ts'
import type { LatencyRow } from './latency.ts'
import type { MemoryRow } from './memory-child.ts'
import { paces } from './scenario.ts'
import type { StepRow } from './steps.ts'

/** Everything that was measured. */
export interface LiveResults {
  readonly measured: string
  readonly node: string
  readonly machine: string
  /** Load average of the machine as the run began. */
  readonly load: string
  readonly bytes: readonly HourRow[]
  readonly latency: readonly LatencyRow[]
  readonly steps: Readonly<Record<string, readonly StepRow[]>>
  readonly growth: Readonly<Record<string, readonly StepRow[]>>
  readonly audio: readonly AudioRow[]
  readonly memory: readonly MemoryRow[]
}

/** Prints results as tables, and beside their aims. */
export function report(results: LiveResults): string {
  const { node, machine, measured, load } = results
  return [
    `Node ${node}, ${machine}, ${measured}, load average ${load}`,
    hour(results),
    least(results),
    latency(results),
    steps(results),
    grown(results),
    audio(results),
    memory(results),
    aims(results),
  ].join('\n\n')
}

const kilobytes = (bytes: number): string => (bytes / 1e3).toFixed(1)

function hour({ bytes }: LiveResults): string {
  const ways = [...new Set(bytes.map(({ way, mode }) => `${way}\t${mode}`))]
  const rows = ways.map(each => {
    const [way = '', mode = ''] = each.split('\t')
    const cells = paces.map(({ name }) => {
      const row = bytes.find(found => found.pace === name && found.way === way && found.mode === mode)
      return row === undefined ? '–' : `${row.frames} / ${kilobytes(row.bytes)}`
    })
    return [way, mode, ...cells]
  })
  const head = ['frames / kB of an hour; a key changes', '', ...paces.map(({ name }) => name)]
  return markdown([head, ...rows])
}

function least({ bytes }: LiveResults): string {
  const rows = bytes.flatMap(({ way, mode, pace, bytes: sent, read, least: fewest, frames, idle }) =>
    fewest === null
      ? []
      : [
          [
            ...[way, mode, pace, kilobytes(fewest), `${(read / fewest).toFixed(2)}×`],
            ...[`${(sent / fewest).toFixed(2)}×`, String(frames), String(idle)],
          ],
        ],
  )
  const head = ['ours', 'mode', 'a key changes', 'least, kB', 'texts ÷ least', 'bytes ÷ least']
  return markdown([[...head, 'frames', 'in turns without a change'], ...rows])
}

const latency = (results: LiveResults): string =>
  markdown([
    ['change to frame, ms', 'mode', 'what changes', 'p50', 'p99', 'p99 of all', 'samples'],
    ...results.latency.map(({ model, mode, what, p50, p99, p99All, count }) => [
      ...[model, mode, what, p50.toFixed(3), p99.toFixed(3), p99All.toFixed(3), String(count)],
    ]),
  ])

function steps({ steps: all }: LiveResults): string {
  const columns = Object.entries(all)
  const rows = (columns[0]?.[1] ?? []).map(({ name }, at) => [
    name,
    ...columns.map(([, list]) => `${list[at]?.p50.toFixed(1)} / ${list[at]?.p99.toFixed(1)}`),
  ])
  return markdown([['a step, µs, p50 / p99', ...columns.map(([name]) => name)], ...rows])
}

function grown({ growth }: LiveResults): string {
  const columns = Object.entries(growth).flatMap(([mode, list]) => list.map(row => ({ mode, ...row })))
  const split = (name: string): string[] => name.split(': ')
  const sizes = [...new Set(columns.map(({ name }) => split(name)[0] ?? ''))]
  const kinds = [...new Set(columns.map(({ mode, name }) => `${mode}: ${split(name)[1]}`))]
  const rows = sizes.map(size => [
    size,
    ...kinds.map(kind => {
      const row = columns.find(
        ({ mode, name }) => `${mode}: ${split(name)[1]}` === kind && split(name)[0] === size,
      )
      return row?.p50.toFixed(1) ?? '–'
    }),
  ])
  return markdown([['a step, µs, p50; else 50 phases, 10 modifiers, 10 keys', ...kinds], ...rows])
}

const audio = (results: LiveResults): string =>
  markdown([
    ['100 ms of audio, ms', 'delivery', 'p50', 'p99', 'p99 of all', 'samples'],
    ...results.audio.map(({ way, about, p50, p99, p99All, count }) => [
      ...[way, about, p50.toFixed(3), p99.toFixed(3), p99All.toFixed(3), String(count)],
    ]),
  ])

const memory = (results: LiveResults): string =>
  markdown([
    [
      'after turns',
      'model',
      'state, characters',
      'driver, kB',
      'session, kB',
      'events',
      'entries kept',
      'unread a turn',
    ],
    ...results.memory.map(row => [
      ...[String(row.turns), row.model, `${row.state} (${row.plain})`, row.driver.toFixed(0)],
      ...[row.session.toFixed(0), String(row.events), JSON.stringify(row.kept), row.unread.toFixed(1)],
    ]),
  ])
