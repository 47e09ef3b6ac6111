import { median } from '../measure/median.ts'
import { digits, times } from '../report/digits.ts'
import { table } from '../report/table.ts'
import type { Ran } from '../runner/ran.ts'
import type { Appended } from './appended.ts'
import type { Loaded, Results } from './results.ts'

/** Prints results as tables, and beside their aims. */
export function report(results: Results): string {
  const { node, machine, measured, units, runs } = results
  const loads = Object.values(runs).flatMap(each =>
    each.flatMap(run => (typeof run === 'string' ? [] : [run.load])),
  )
  return [
    `Node ${node}, ${machine}, ${measured}; load ${digits(Math.min(...loads))} to ${digits(Math.max(...loads))}; Postgres with fsync`,
    table([['an event is kept by'], ...Object.entries(units).map(([name, unit]) => [name, unit])]),
    ...Object.keys(runs)
      .map(key => Number(key.split(' ')[0]))
      .filter((sessions, at, all) => all.indexOf(sessions) === at)
      .map(sessions => appends(results, sessions)),
    agents(results),
    serversOf(results),
    aims(results),
  ].join('\n\n')
}

/** Returns the runs that did not fail. */
const made = <Figures>(runs: readonly Loaded<Figures>[] = []): readonly Figures[] =>
  runs.filter(run => typeof run !== 'string')

const runsOf = ({ runs }: Results, sessions: number, name: string): readonly Appended[] =>
  made(runs[`${sessions} ${name}`])

/** Median of a figure over the rounds. */
const of = (results: Results, sessions: number, name: string, figure: keyof Appended): number =>
  median(runsOf(results, sessions, name).map(run => run[figure]))

const processor = (results: Results, sessions: number, name: string): number =>
  median(runsOf(results, sessions, name).map(({ client, server }) => client + server))

const raw = 'raw inserts, pg'

function appends(results: Results, sessions: number): string {
  const head = [`${sessions} at once`, 'events/s', '÷ raw', 'p50, ms', 'p99, ms']
  const more = ['client, ms', 'server, ms', '÷ raw', '÷ JSON', 'first, ms', 'last, ms', 'of events']
  const rows = Object.keys(results.units).map(name => {
    const failed = results.runs[`${sessions} ${name}`]?.find(run => typeof run === 'string')
    if (failed !== undefined) return [name, `not run: ${failed}`]
    const figure = (key: keyof Appended) => of(results, sessions, name, key)
    const share = figure('perSecond') / of(results, sessions, raw, 'perSecond')
    const cost = processor(results, sessions, name) / processor(results, sessions, raw)
    return [
      name,
      ...[digits(figure('perSecond')), times(share), digits(figure('p50')), digits(figure('p99'))],
      ...[digits(figure('client')), digits(figure('server')), times(cost), times(figure('size'))],
      ...[digits(figure('first')), digits(figure('last')), String(figure('events'))],
    ]
  })
  return table([[...head, ...more], ...rows])
}

const ofAgent = ({ agents }: Results, name: string, figure: (run: Ran) => number): number =>
  median(made(agents[name]).map(figure))

/** Milliseconds of a step, with what is written after the last one. */
const stepOf = ({ total, steps }: Ran): number => total / steps

function agents(results: Results): string {
  const head = [`${results.steps} steps of an agent`, 'a step, ms', 'client, ms', 'steps made']
  const rows = Object.entries(results.agents).map(([name, runs]) => {
    const failed = runs.find(run => typeof run === 'string')
    if (failed !== undefined) return [name, `not run: ${failed}`]
    const figures = [stepOf, (run: Ran) => run.cpu].map(figure => digits(ofAgent(results, name, figure)))
    return [name, ...figures, String(ofAgent(results, name, run => run.steps))]
  })
  return table([head, ...rows])
}

function serversOf({ servers }: Results): string {
  const rows = Object.entries(servers).map(([count, runs]) => [
    count,
    ...(['perSecond', 'p50', 'p99', 'client'] as const).map(key => digits(median(runs.map(run => run[key])))),
  ])
  return table([['servers', 'answers/s', 'p50, ms', 'p99, ms', 'client, ms'], ...rows])
}

function aims(results: Results): string {
  const ours = 'ctxc, pg'
  const peers = Object.keys(results.units).filter(name => name !== raw && !name.startsWith('ctxc'))
  const rate = (name: string, sessions: number) => of(results, sessions, name, 'perSecond')
  const answers = (count: number) => median((results.servers[count] ?? []).map(run => run.perSecond))
  const rows: [string, number, '≥' | '≤', number][] = [
    ...[1, 20].map((sessions): [string, number, '≥', number] => [
      `events/s ÷ raw inserts, ${sessions} at once`,
      rate(ours, sessions) / rate(raw, sessions),
      '≥',
      0.7,
    ]),
    ...peers.map((name): [string, number, '≥', number] => [
      `events/s ÷ ${name}, 20 at once`,
      rate(ours, 20) / rate(name, 20),
      '≥',
      3,
    ]),
    ...Object.keys(results.agents)
      .filter(name => !name.startsWith('ctxc'))
      .map((name): [string, number, '≥', number] => [
        `time of a step in ${name} ÷ ctxc`,
        ofAgent(results, name, stepOf) / ofAgent(results, 'ctxc, Postgres', stepOf),
        '≥',
        3,
      ]),
    ['bytes ÷ JSON', of(results, 1, ours, 'size'), '≤', 1.3],
    [
      'last ÷ first thousand of 10,000 events',
      of(results, 1, ours, 'last') / of(results, 1, ours, 'first'),
      '≤',
      1.2,
    ],
    ['answers/s of two servers ÷ one', answers(2) / answers(1), '≥', 1.9],
  ]
  return rows
    .map(([what, found, relation, aim]) => {
      const isMet = relation === '≥' ? found >= aim : found <= aim
      return `${isMet ? 'pass' : 'MISS'}  ${what}: ${digits(found)}, aimed at ${relation} ${aim}`
    })
    .join('\n')
}
