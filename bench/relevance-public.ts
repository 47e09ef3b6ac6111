/** Share of the answers to questions in the request that a declaration makes: `C.relevant` through `compile`. */

import { recorded } from '../scripts/docs/figures.ts'
import { formatNumber } from '../src/core/text/number.ts'
import { agent, C, compile, createSession } from '../src/index.ts'
import { conversations } from './relevance/conversations.ts'
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

const policies = {
  '`C.relevant()`': C.relevant(),
  '`C.relevant().atMost(1000)`': C.relevant().atMost(1000),
  '`C.relevant().atMost(4000)`': C.relevant().atMost(4000),
  '`C.relevant({ top: 5 })`': C.relevant({ top: 5 }),
}

/** Mean share of the evidence that is in the request, how many units were found, and their tokens. */
async function measure(policy: C.ContextInput, set: (typeof sets)['LoCoMo']): Promise<string[]> {
  let [share, units, tokens, questions] = [0, 0, 0, 0]
  const helper = agent({ name: 'helper', context: [C.last(1), policy] })
  for (const { turns, questions: asked } of set) {
    const events = turns.map(({ author, text }) => ({ author, text: text.slice(author.length + 2) }))
    const session = createSession({ events })
    for (const { query, evidence } of asked) {
      const { ledger } = await compile(helper, session.append({ author: 'user', text: query }), {
        model: 'gpt-5.4',
        budget: 16_000,
      })
      const kept = ledger.rows.filter(({ fate, to }) => fate === 'kept' && to <= turns.length)
      const found = kept.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at))
      share += found.filter(unit => evidence.has(unit)).length / evidence.size
      units += found.length
      tokens += kept.reduce((sum, { after }) => sum + after, 0)
      questions++
    }
  }
  return [
    ((100 * share) / questions).toFixed(1),
    (units / questions).toFixed(1),
    formatNumber(Math.round(tokens / questions)),
  ]
}

const head = Object.keys(sets).flatMap(name => [`${name}: found, %`, 'units', 'tokens'])
const rows: string[][] = []
for (const [name, policy] of Object.entries(policies)) {
  const cells: string[] = []
  for (const set of Object.values(sets)) cells.push(...(await measure(policy, set)))
  rows.push([name, ...cells])
}
console.log(machine())
console.log(shape(recorded('relevance-public', [['gpt-5.4, budget 16,000', ...head], ...rows])))
