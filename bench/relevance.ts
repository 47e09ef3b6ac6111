/** Share of the answers to questions that is found within a budget, part by part, and its cost. */

import { recorded } from '../scripts/docs/figures.ts'
import { fallingKernel } from '../src/core/context/relevant/kernel.ts'
import { defaultRanking } from '../src/core/context/relevant/settings.ts'
import { conversations } from './relevance/conversations.ts'
import {
  asTheyCome,
  everyWord,
  miniSearch,
  newest,
  ours,
  smoothed,
  withNeighbours,
} from './relevance/methods.ts'
import { budgets, type Method, recall } from './relevance/recall.ts'
import { engineIndex, ourIndex, speed } from './relevance/speed.ts'
import { machine } from './report/machine.ts'
import { markdown } from './report/markdown.ts'
import { table } from './report/table.ts'

const folder = process.argv.slice(2).find(argument => !argument.startsWith('-'))
const sets = {
  LoCoMo: conversations('locomo/conversations.jsonl.gz', folder),
  QMSum: conversations('qmsum/meetings.jsonl.gz', folder),
}
if (sets.LoCoMo.length === 0) throw new Error('this needs the data folder')
const shape = process.argv.includes('--markdown') ? markdown : table

const alone = fallingKernel(3, 0)
const methods: Readonly<Record<string, Method>> = {
  'newest turns': newest,
  'BM25 (minisearch as it comes)': miniSearch(false, asTheyCome),
  'BM25, stop words, stems': miniSearch(true, asTheyCome),
  'the same, turn before and after each hit': miniSearch(true, withNeighbours),
  'the same, scores of the turns around': miniSearch(true, smoothed),
  'ours: BM25, stop words, stems': ours({ kernel: alone, author: 0 }, null),
  '+ words of the turns around': ours({ author: 0 }, null),
  '+ authors that the question names': ours({}, null),
  '+ word vectors = ours': ours(),
  'ours without stop words': ours({ words: everyWord }),
  'ours without stems': ours({ stem: word => word }),
  'ours without the turns around': ours({ kernel: alone }),
  'ours without weighing by length': ours({ b: 0 }),
  'ours without authors': ours({ author: 0 }),
  'ours without word vectors': ours({}, null),
}

const row = (method: Method): string[] =>
  Object.values(sets).flatMap(set => recall(set, method).map(share => share.toFixed(1)))

const head = Object.keys(sets).flatMap(name => budgets.map(budget => `${name} ${budget / 1_000}k`))
console.log(machine())
console.log(
  shape(
    recorded('relevance', [
      ['Evidence found, %', ...head],
      ...Object.entries(methods).map(([name, method]) => [name, ...row(method)]),
    ]),
  ),
)

const sizes = [1_000, 10_000, 100_000]
const kinds = {
  ours: () => ourIndex(),
  'ours without vectors': () => ourIndex(null),
  'minisearch, not smoothed': engineIndex,
}
const all = Object.values(sets).flat()
const measured = Object.entries(kinds).map(([name, create]) => {
  speed(create(), 1_000, all) // warms up
  return { name, at: sizes.map(size => speed(create(), size, all)) }
})
const line = (what: 'add' | 'rank') =>
  measured.map(({ name, at }) => [`${what}, ${name}`, ...at.map(speed => speed[what].toFixed(3))])
console.log()
console.log(shape([['ms, at turns', ...sizes.map(String)], ...line('add'), ...line('rank')]))
console.log(`\ncompared ${defaultRanking.compared}, walk ${defaultRanking.walk}`)
