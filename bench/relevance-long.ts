/** Recall where turns are long: LoCoMo, with each run of 8 turns of one session as one; then conversations joined. */

import { recorded } from '../scripts/docs/figures.ts'
import { fallingKernel, type Kernel } from '../src/core/context/relevant/kernel.ts'
import { asOne, conversations, longTurns } from './relevance/conversations.ts'
import {
  asTheyCome,
  byCharacters,
  miniSearch,
  newest,
  ours,
  smoothed,
  withNeighbours,
} from './relevance/methods.ts'
import { budgets, type Method, recall } from './relevance/recall.ts'
import { machine } from './report/machine.ts'
import { markdown } from './report/markdown.ts'
import { table } from './report/table.ts'

const folder = process.argv.slice(2).find(argument => !argument.startsWith('-'))
const file = 'locomo/conversations.jsonl.gz'
const meetings = longTurns('qmsum/meetings.jsonl.gz', 8, folder)
const sets = {
  'long turns': longTurns(file, 8, folder),
  LoCoMo: conversations(file, folder),
}
const joined = {
  'all QMSum meetings as one': asOne(meetings),
  'LoCoMo as one': asOne(sets['long turns']),
  'both as one': asOne([...meetings, ...sets['long turns']]),
}
if (sets.LoCoMo.length === 0) throw new Error('this needs the data folder')
const shape = process.argv.includes('--markdown') ? markdown : table

/** A kernel that narrows with the root of what a unit holds. */
const byRoot = (_: unknown, characters: number): Kernel =>
  fallingKernel(Math.min(8, Math.max(0.4, 3 * Math.sqrt(150 / characters))), 8)

const methods: Readonly<Record<string, Method>> = {
  'newest turns': newest,
  'BM25 (minisearch as it comes)': miniSearch(false, asTheyCome),
  'tuned: stop words, stems': miniSearch(true, asTheyCome),
  'tuned + neighbours': miniSearch(true, withNeighbours),
  'tuned, scores of the turns around': miniSearch(true, smoothed),
  'cure: distance in characters, e-fold 800': miniSearch(true, byCharacters(800)),
  'cure: kernel by the root of mean characters, b 0.75': ours({ fit: byRoot }),
  'ours before: a fixed kernel, b 0.5': ours({ fit: kernel => kernel, b: 0.5 }),
  ours: ours(),
  'ours without the turns around': ours({ kernel: fallingKernel(3, 0) }),
}

const row = (method: Method): string[] =>
  Object.values(sets).flatMap(set => recall(set, method).map(share => share.toFixed(1)))

const head = Object.keys(sets).flatMap(name => budgets.map(budget => `${name} ${budget / 1_000}k`))
console.log(machine())
console.log(
  shape(
    recorded('relevance-long', [
      ['Evidence found, %', ...head],
      ...Object.entries(methods).map(([name, method]) => [name, ...row(method)]),
    ]),
  ),
)

const within = [...budgets, 16_000, 32_000]
const lines = Object.entries(joined).flatMap(([name, conversation]) => {
  const tokens = conversation.turns.reduce((sum, { cost }) => sum + cost, 0)
  const size = `${Math.round(tokens / 1_000)},000 tokens, ${conversation.questions.length} questions`
  const shares = (method: Method): string[] =>
    recall([conversation], method, within).map(share => share.toFixed(1))
  return [
    [`${name} (${size})`, ...shares(ours())],
    [`${name}, without neighbors of hits`, ...shares(ours({ alone: Number.POSITIVE_INFINITY }))],
  ]
})
console.log()
console.log(
  shape(
    recorded('relevance-joined', [
      ['Evidence found, %', ...within.map(budget => `${budget / 1_000}k`)],
      ...lines,
    ]),
  ),
)
