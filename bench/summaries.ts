/**
 * Summaries checked without a model: the share of true ones by people that have a dropped statement, and the share of invented
 * statements of each kind that are caught. Then the tokens of making summaries, compared with one summary that is rewritten
 * each time.
 */

import { resolveWants } from '../dist/effects.js'
import { agent, C, createCompiler, createSession } from '../dist/index.js'
import { recorded } from '../scripts/docs/figures.ts'
import type { Continuation } from '../src/core/effect/continuation.ts'
import { StatementCheck } from '../src/core/effect/summarize/check-statement.ts'
import { formatNumber } from '../src/core/text/number.ts'
import { requestWithQuestion } from '../src/run/models/effects/ask-on.ts'
import { records } from './corpus/records.ts'
import { machine } from './report/machine.ts'
import { markdown } from './report/markdown.ts'
import { table } from './report/table.ts'
import { type Lie, lies, type Told } from './summaries/lies.ts'
import { seeded } from './summaries/seeded.ts'

const folder = process.argv.slice(2).find(argument => !argument.startsWith('-'))
const shape = process.argv.includes('--markdown') ? markdown : table

interface Meeting {
  readonly turns: readonly { readonly id: number; readonly speaker: string; readonly text: string }[]
  readonly qa: readonly { readonly answer: string; readonly evidence?: readonly number[] }[]
  readonly general: readonly { readonly answer: string }[]
}
const meetings = records('qmsum/meetings.jsonl.gz', folder) as Meeting[]
if (meetings.length === 0) throw new Error('this needs the data folder')

const sentencesOf = (answer: string): string[] => answer.split(/(?<=[.!?]) +/).filter(text => text !== '')
const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`

// True summaries
const checks = meetings.map(
  ({ turns }) =>
    new StatementCheck(turns.map(({ id, speaker, text }) => ({ seq: id, author: speaker, text }))),
)
const answers = meetings.flatMap(({ qa, general }, meeting) =>
  [...qa, ...general].map(({ answer }) => ({ meeting, sentences: sentencesOf(answer) })),
)
let [hit, refused, all] = [0, 0, 0]
for (const { meeting, sentences } of answers) {
  const left = sentences.filter(text => checks[meeting]?.refusalReason({ text }) !== null).length
  all += sentences.length
  refused += left
  if (left > 0) hit++
}
console.log(machine().split('\n')[0])
console.log(
  `\n${answers.length} answers of people with ${all} sentences: ${hit} (${percent(hit, answers.length)}) have a sentence that is left out, `,
)
console.log(
  `${refused} sentences (${percent(refused, all)}) are left out; none is refused as a whole unless more than half of it is.`,
)

// Lies: statements are sentences of turns, each with the turn that it comes from.
const random = seeded(7)
const told: Told[] = meetings.flatMap(({ turns }, meeting) =>
  turns.flatMap(({ id, speaker, text }) =>
    sentencesOf(text)
      .filter(sentence => sentence.length > 60 && sentence.length < 240)
      .slice(0, 1)
      .map(sentence => ({
        meeting,
        seq: id,
        speaker,
        text: sentence,
        seqs: turns.map(turn => turn.id),
        speakers: [...new Set(turns.map(turn => turn.speaker))],
      })),
  ),
)
const each = 1_000
const rows = Object.entries(lies).map(([kind, lie]: [string, Lie]) => {
  const made = []
  for (let tries = 0; made.length < each && tries < 200_000; tries++) {
    const from = told[Math.floor(random() * told.length)] as Told
    const other = told[Math.floor(random() * told.length)] as Told
    const statement = lie(from, other, random)
    if (statement !== null) made.push({ meeting: from.meeting, statement })
  }
  const caught = made.filter(
    ({ meeting, statement }) => checks[meeting]?.refusalReason(statement) !== null,
  ).length
  return [kind, formatNumber(made.length), percent(caught, made.length)]
})
const whole = told.filter(
  ({ meeting, seq, text }) => checks[meeting]?.refusalReason({ text, from: [seq] }) !== null,
).length
rows.push(['none: true statements that are refused', formatNumber(told.length), percent(whole, told.length)])
console.log(`\n${shape([['lie', 'statements', 'caught'], ...rows])}`)

// Cost: a conversation of a meeting. The summarizer keeps names and numbers that it did not write yet, or the first words.
const firstWords = (text: string, count: number): string => text.split(/\s+/).slice(0, count).join(' ')
const tokensOf = (text: string): number => Math.ceil(text.length / 4)
/** Names and numbers, which a summary keeps or not. */
const factsIn = (text: string): ReadonlySet<string> =>
  new Set(text.match(/\b(?:\d+|\p{Lu}\p{Ll}{3,})\b/gu) ?? [])
/** `priced`: input tokens at the price of one that is not cached, where the agent's own model is asked at the end of its request. */
const spent = { calls: 0, input: 0, output: 0, covered: 0, priced: 0, continued: 0 }
const summarize = {
  id: 'words',
  async run(
    asked: {
      readonly messages: readonly { readonly seq: number; readonly author: string; readonly text: string }[]
      readonly prompt: string
    },
    { continuation }: { readonly continuation?: Continuation },
  ) {
    const { messages } = asked
    const known = new Set<string>()
    const statements = messages.flatMap(({ seq, author, text }) => {
      const fresh = [...factsIn(text)]
        .filter(fact => !known.has(fact))
        .slice(0, author === 'summary' ? 40 : 8)
      for (const fact of fresh) known.add(fact)
      const told = fresh.length > 0 ? fresh.join(' ') : firstWords(text, 2)
      return author === 'summary' && fresh.length === 0 ? [] : [{ text: told, from: [seq] }]
    })
    spent.calls++
    spent.input += messages.reduce((sum, { text }) => sum + tokensOf(text), 0)
    const alone = messages.reduce((sum, { text }) => sum + tokensOf(text), 0)
    const called = { client: { target: 'openai' as const, stream: null as never }, model: 'gpt-5.4' }
    const longer = requestWithQuestion(asked, called, continuation)
    if (longer === null || continuation === undefined) spent.priced += alone
    else {
      const { input } = longer as { readonly input: readonly { readonly content: string }[] }
      spent.continued++
      spent.priced +=
        continuation.prices.request / continuation.prices.token + tokensOf(input.at(-1)?.content ?? '')
    }
    spent.output += statements.reduce((sum, { text }) => sum + tokensOf(text), 0)
    spent.covered += messages.reduce(
      (sum, { author, text }) => sum + (author === 'summary' ? 0 : tokensOf(text)),
      0,
    )
    return { statements }
  },
}
const rolling = { input: 0, output: 0, covered: 0, calls: 0 }
const budget = 4_000
const tally = () => ({ breaks: 0, sent: 0, compiles: 0, omitted: 0, kept: 0, all: 0, uncached: 0 })
const ways = { 'with summaries': tally(), 'trimming alone': tally() }
type Way = keyof typeof ways
for (const { turns } of meetings.slice(0, 8))
  for (const way of Object.keys(ways) as Way[]) {
    const done = ways[way]
    const context = way === 'with summaries' ? C.all().summarize() : C.all()
    const helper = agent({ name: 'helper', context, budget: { input: budget, output: 500 } })
    const compiler = createCompiler(helper, { model: 'gpt-5.4', effects: { summarize } })
    let session = createSession()
    let plan = null
    let last = ''
    let [kept, summary] = [0, 0]
    for (const [at, { speaker, text }] of turns.entries()) {
      session = session.append({ author: at % 2 === 0 ? 'user' : 'helper', text: `${speaker}: ${text}` })
      const cost = tokensOf(text)
      // Beside it: at the limit, the oldest half and the summary before it become one new summary.
      kept += cost
      if (way === 'with summaries' && kept + summary > budget) {
        const half = kept / 2
        rolling.calls++
        rolling.input += summary + half
        rolling.covered += half
        summary = Math.min(1_000, summary + half * (spent.output / Math.max(1, spent.input)))
        rolling.output += summary
        kept -= half
      }
      if (at % 2 === 1) continue
      const result = await compiler.compile(session, plan === null ? {} : { plan })
      const body = JSON.stringify((result.request as { readonly input?: unknown } | null)?.input ?? [])
      let same = 0
      while (same < last.length && last[same] === body[same]) same++
      done.uncached += tokensOf(body.slice(same))
      last = body
      done.compiles++
      done.sent += result.tokens.input
      if (result.events.some(({ actions }) => actions?.compaction !== undefined)) done.breaks++
      if (result.diagnostics.some(({ code }) => code === 'CX9204')) done.omitted++
      plan = result.plan
      session = session.append(...result.events, ...(await resolveWants(result, { effects: { summarize } })))
    }
    const facts = factsIn(turns.map(({ text }) => text).join(' '))
    const left = factsIn(last)
    done.all += facts.size
    done.kept += [...facts].filter(fact => left.has(fact)).length
  }
const line = ({ calls, input, output, covered }: typeof rolling, name: string): string[] => [
  ...[name, String(calls)],
  ...[(input / covered).toFixed(2), (output / covered).toFixed(2)],
]
console.log(
  `\n${shape([
    [
      'summaries of 8 meetings, room of 4,000 tokens',
      'calls',
      'input tokens a covered token',
      'output tokens a covered token',
    ],
    line(spent, 'segments, merged by five and more'),
    line(
      { ...spent, input: spent.priced },
      `the same, ${spent.continued} of them at the end of the agent's request`,
    ),
    line(rolling, 'one summary that is rewritten each time'),
  ])}`,
)
const way = (name: Way): string[] => {
  const { breaks, sent, compiles, kept, all: facts, uncached, omitted } = ways[name]
  const each = (sum: number): string => String(Math.round(sum / compiles))
  return [
    name,
    String(compiles),
    each(sent),
    each(uncached),
    String(breaks),
    String(omitted),
    percent(kept, facts),
  ]
}
console.log(
  `\n${shape([
    [
      'requests of 8 meetings',
      'requests',
      'tokens',
      'not in the prefix before',
      'use new summaries',
      'miss one',
      'names and numbers in the last',
    ],
    way('with summaries'),
    way('trimming alone'),
  ])}`,
)
recorded('summaries', [
  ['measured', 'of', 'share'],
  [
    'true summaries by people, with a statement that is dropped',
    formatNumber(answers.length),
    percent(hit, answers.length),
  ],
  ...rows.map(([kind = '', of = '', share = '']) => [
    kind.includes(':') ? kind : `${kind}: caught`,
    of,
    share,
  ]),
  ...Object.entries(ways).map(([name, { kept, all: facts }]) => [
    `names and numbers in the last request, ${name}`,
    formatNumber(facts),
    percent(kept, facts),
  ]),
])
