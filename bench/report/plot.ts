import type { Cell } from '../measure/cell.ts'

/** Fields of results/compile.json that the plot shows. */
export interface Results {
  readonly measured: string
  readonly node: string
  readonly machine: string
  readonly budget: number
  readonly libraries: readonly {
    readonly name: string
    readonly kind: 'ours' | 'floor' | 'peer'
    readonly budgeted: boolean
  }[]
  readonly cold: readonly Cell[]
  readonly append: readonly Cell[]
}

const ours = '#d6336c'
const floor = '#868e96'
/** Colours that people who do not see all colours can distinguish: https://jfly.uni-koeln.de/color/ */
const peers = ['#0072b2', '#009e73', '#e69f00', '#cc79a7', '#56b4e9', '#a65628', '#000000']

/** Upper edge in milliseconds. Slower figures, all of them predicted, are beyond it. */
const slowest = 1e6
const fastest = 0.01
const inWords = "datum.value < 1000 ? datum.value + ' ms' : format(datum.value / 1000, ',') + ' s'"

/** Two charts side by side, in Vega-Lite: a line for each library, hollow where predicted. */
export function specification({ libraries, cold, append, budget, measured, node, machine }: Results): object {
  const shown = libraries.filter(({ name }) => name !== 'one pass')
  const labels = new Map(shown.map(({ name, budgeted }) => [name, budgeted ? name : `${name} (no budget)`]))
  let next = 0
  const colours = shown.map(({ kind }) =>
    kind === 'ours' ? ours : kind === 'floor' ? floor : peers[next++ % peers.length],
  )
  const chart = (title: string, cells: readonly Cell[]): object => ({
    title,
    width: 330,
    height: 300,
    data: {
      values: cells
        .filter(({ name, ms }) => labels.has(name) && ms !== null)
        .map(({ name, runs, ...cell }) => ({
          ...cell,
          name: labels.get(name),
          found: runs > 0 ? 'measured' : 'predicted',
        })),
    },
    encoding: {
      x: {
        field: 'size',
        type: 'quantitative',
        scale: { type: 'log', domain: [80, 125_000], nice: false },
        title: 'messages in the history',
        axis: { values: [100, 1e3, 1e4, 1e5], format: ',' },
      },
      y: {
        field: 'ms',
        type: 'quantitative',
        scale: { type: 'log', domain: [fastest, slowest], nice: false },
        title: null,
        axis: { values: [0.01, 0.1, 1, 10, 100, 1e3, 1e4, 1e5, 1e6], labelExpr: inWords },
      },
      color: {
        field: 'name',
        type: 'nominal',
        scale: { domain: [...labels.values()], range: colours },
        title: null,
      },
    },
    layer: [
      {
        mark: { type: 'line', clip: true },
        encoding: { strokeWidth: { condition: { test: "datum.name === 'ctxc'", value: 3.5 }, value: 1.5 } },
      },
      {
        transform: [{ filter: "datum.found === 'measured'" }],
        mark: { type: 'point', filled: true, size: 45, opacity: 1, clip: true },
      },
      {
        transform: [{ filter: "datum.found === 'predicted'" }],
        mark: { type: 'point', fill: 'white', size: 45, opacity: 1, clip: true },
      },
    ],
  })
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    background: 'white',
    padding: 12,
    title: {
      text: `A request of a long history within ${budget / 1_000}k tokens`,
      subtitle: `less is better · hollow: predicted · ${measured}, Node ${node.slice(1)}, ${machine}`,
      anchor: 'start',
      offset: 16,
    },
    hconcat: [chart('first request', cold), chart('after one appended message', append)],
    config: {
      font: 'system-ui, sans-serif',
      legend: { orient: 'right', labelLimit: 400, symbolType: 'circle' },
      view: { stroke: null },
    },
  }
}
