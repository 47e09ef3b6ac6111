/**
 * Share of a budget that requests use by the vendor's own count, and the share of requests within it, for each bound.
 * Runs are split by their id: the bounds were chosen on one half, and are only measured on the other.
 */

import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { recorded } from '../scripts/docs/figures.ts'
import { readRuns } from '../scripts/runs.ts'
import type { Bound } from '../src/core/count/bounds.ts'
import { formatNumber } from '../src/core/text/number.ts'
import { fromOpenAI } from '../src/core/vendor/openai/read/openai.ts'
import type { ChatMessage } from '../src/core/vendor/openai/write/chat/request.ts'
import { type Compiled, type CompileOptions, createCompiler, createSession, type Plan } from '../src/index.ts'
import { growths } from './bounds/growths.ts'
import { gemmaSize, loggedSize, type SizedRun, sources } from './bounds/sized-run.ts'
import { data } from './corpus/places.ts'
import { isSystem } from './cost/run.ts'
import { median } from './measure/median.ts'
import { markdown } from './report/markdown.ts'
import { table } from './report/table.ts'

/** Requests of one model in one half. */
interface Row {
  /** Tokens of first requests by the vendor's count, as a share of their budget, by bound. */
  readonly first: Map<Bound, number[]>
  /** Growths between any two calls, as a share of their upper bound. */
  readonly growths: Map<Bound, number[]>
  /** The same of requests of growing sessions whose answers report usage: all of them, and the last before each cut. */
  readonly grown: number[]
  readonly full: number[]
  readonly runs: Set<string>
}

const bounds = ['proven', 'measured', 'covered'] as const satisfies readonly Bound[]
const budgets = [4_000, 8_000, 16_000, 32_000, 64_000]
/** Calls of a run at which a first request is made. */
const most = 12

const { values, positionals } = parseArgs({
  options: { markdown: { type: 'boolean' }, record: { type: 'boolean' }, low: { type: 'string' } },
  allowPositionals: true,
})
const [folder = data] = positionals
const low = values.low === undefined ? {} : { low: Number(values.low) }
const rows = new Map<string, Row>()

/** Half of a run: `chosen` if the bounds were chosen with it. */
const halfOf = (id: string): 'chosen' | 'tested' =>
  (createHash('sha256').update(id).digest()[0] as number) % 2 === 0 ? 'chosen' : 'tested'

const runs = readRuns(folder).chat
const logged = runs.filter(run => sources.includes(run.file)).map(loggedSize)
const gemini = await Promise.all(runs.map(gemmaSize))
for (const run of [...logged, ...gemini]) if (run !== null) await measure(run)

async function measure(run: SizedRun): Promise<void> {
  const messages = run.messages.filter(message => !isSystem(message as ChatMessage))
  const skipped = run.messages.length - messages.length
  const { events } = fromOpenAI(messages).session
  if (events?.length !== messages.length) return
  const name = `${run.name}, ${halfOf(run.id)}`
  const row: Row = rows.get(name) ?? {
    first: new Map(bounds.map(bound => [bound, []])),
    growths: new Map(bounds.map(bound => [bound, []])),
    ...{ grown: [], full: [], runs: new Set() },
  }
  rows.set(name, row)
  for (const bound of bounds) row.growths.get(bound)?.push(...growths(run, bound))
  const ends = run.ends.filter(end => end > skipped)
  const size = (from: number, to: number): number => run.size(from + skipped, to + skipped)
  const program = { agent: { name: 'agent', identity: false as const } }
  const step = Math.max(1, Math.ceil(ends.length / most))
  for (const input of budgets) {
    if (size(0, (ends.at(-1) ?? skipped) - skipped) <= input) break
    const options: CompileOptions = { ...run.options, budget: { input, ...low } }
    for (const end of ends.filter((_, at) => at % step === step - 1)) {
      const length = end - skipped
      if (size(0, length) <= input) continue
      const session = createSession({ events: events.slice(0, length) })
      for (const bound of bounds) {
        const result = await createCompiler(program.agent, { ...options, bound }).compile(session)
        if (!result.ok) continue
        row.runs.add(run.id)
        const tokens = sentTokens(result.units, size)
        const head = headOf(result)
        row.first.get(bound)?.push(tokens / (input - head.max))
      }
    }
    await grow(row, run, { ends, skipped, size, options, input })
  }

  /** Compiles the run call by call, and has each answer report what the vendor counted of its request. */
  async function grow(
    into: Row,
    { id }: SizedRun,
    {
      ends,
      skipped,
      size,
      options,
      input,
    }: {
      readonly ends: readonly number[]
      readonly skipped: number
      readonly size: (from: number, to: number) => number
      readonly options: CompileOptions
      readonly input: number
    },
  ): Promise<void> {
    const compiler = createCompiler(program.agent, options)
    let session = createSession()
    let plan: Plan | null = null
    let reported: number | null = null
    let before: { readonly share: number; readonly trims: string } | null = null
    for (const end of ends) {
      const added = events!.slice(session.length, end - skipped)
      const answer = added.findIndex(({ author }) => author !== 'user')
      session = session.append(
        ...added.map((event, at) =>
          at === answer && reported !== null
            ? { ...event, actions: { ...event.actions, usage: { inputTokens: reported, outputTokens: 1 } } }
            : event,
        ),
      )
      const result = await compiler.compile(session, { plan })
      ;({ plan } = result)
      if (!result.ok) return
      const tokens = sentTokens(result.units, size)
      const head = headOf(result)
      reported = Math.round(tokens + head.estimate)
      const share = tokens / (input - head.max)
      const trims = JSON.stringify(plan?.decisions.map(({ hash }) => hash))
      into.grown.push(share)
      if (before !== null && before.trims !== trims) into.full.push(before.share)
      before = { share, trims }
      into.runs.add(id)
    }
  }
}

/** Tokens before the messages. The log does not say what they were, so they are no part of the figures. */
function headOf({ tokens: { sections } }: Compiled): { readonly estimate: number; readonly max: number } {
  const { system, tools, schema } = sections
  return {
    estimate: system.estimate + tools.estimate + schema.estimate,
    max: system.max + tools.max + schema.max,
  }
}

/** Tokens of the sent units by the vendor's count. */
function sentTokens(
  units: readonly { readonly unit: { readonly spans: readonly { readonly seq: number }[] } }[],
  size: (from: number, to: number) => number,
): number {
  const seqs = new Set(units.flatMap(({ unit }) => unit.spans.map(({ seq }) => seq)))
  return [...seqs].reduce((sum, seq) => sum + size(seq, seq + 1), 0)
}

const percent = (part: number, digits: number): string => `${(100 * part).toFixed(digits)} %`
const shown = (shares: readonly number[]): string => (shares.length === 0 ? '-' : median(shares).toFixed(2))
const within = (shares: readonly number[]): string =>
  shares.length === 0
    ? '-'
    : percent(shares.filter(share => share <= 1).length / shares.length, shares.length < 1_000 ? 1 : 2)

const shape = values.markdown ? markdown : table
const found = [...rows]
  .filter(
    ([
      ,
      {
        runs: { size },
      },
    ]) => size > 0,
  )
  .sort(([left], [right]) => (left < right ? -1 : 1))
const three = (unit: (bound: Bound) => string): string[] => bounds.map(unit)
const show = (name: string, made: readonly (readonly string[])[]): void =>
  console.log(`${shape(recorded(name, made))}\n`)

show('bounds-growths', [
  ['growths', 'number', ...three(bound => `${bound}: logged / bound`), ...three(bound => `${bound} covers`)],
  ...found.map(([name, { growths: shares }]) => [
    name,
    formatNumber(shares.get('covered')?.length ?? 0),
    ...three(bound => shown(shares.get(bound) ?? [])),
    ...three(bound => within(shares.get(bound) ?? [])),
  ]),
])
show('bounds-first', [
  [
    'first requests',
    'runs',
    'requests',
    ...three(bound => `${bound}: of the budget`),
    ...three(bound => `${bound}: within`),
  ],
  ...found.map(
    ([
      name,
      {
        first,
        runs: { size },
      },
    ]) => [
      name,
      String(size),
      formatNumber(first.get('covered')?.length ?? 0),
      ...three(bound => shown(first.get(bound) ?? [])),
      ...three(bound => within(first.get(bound) ?? [])),
    ],
  ),
])
show('bounds-grown', [
  ['growing sessions, usage reported', 'requests', 'within', 'cuts', 'before a cut: of the budget'],
  ...found.map(([name, { grown, full }]) => [
    name,
    formatNumber(grown.length),
    within(grown),
    formatNumber(full.length),
    shown(full),
  ]),
])
