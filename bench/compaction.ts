/** Tokens that compaction of long results saves on recorded runs, by kind of content. Every result is expanded and compared. */

import { expand } from '../dist/context.js'
import { count } from '../dist/count.js'
import { fromOpenAI } from '../dist/from/openai.js'
import { restoreSession, type Session } from '../dist/index.js'
import { recorded } from '../scripts/docs/figures.ts'
import { type Run, readRuns } from '../scripts/runs.ts'
import { compactText } from '../src/core/context/operation/compact/compact-text.ts'
import type { TextKind } from '../src/core/context/operation/compact/detect.ts'
import { compactNoteWriter } from '../src/core/context/operation/compact/note.ts'
import { writeHandle } from '../src/core/ir/handle.ts'
import { table } from './report/table.ts'

const usage = `npm run compaction -- FOLDER [KIND]
FOLDER has the recorded runs; with a KIND, every tenth form of it is printed.`
const [folder, printed] = process.argv.slice(2).filter(argument => !argument.startsWith('-'))
if (folder === undefined) {
  console.error(usage)
  process.exit(2)
}

/** Results of more characters are shown short. */
const over = 2_000
const coding = ['claude_code', 'pi_coding_agent', 'mini_swe_agent', 'moatless_swebench']

/** Totals for the results of one kind. */
interface Saved {
  texts: number
  before: number
  after: number
}
const nothing = (): Saved => ({ texts: 0, before: 0, after: 0 })

/** By source, by kind; `short` results stay, as do those of `no form`. */
const saved = new Map<string, Map<TextKind | 'short' | 'no form', Saved>>()
let broughtBack = 0
let seen = 0

function note(source: string, kind: TextKind | 'short' | 'no form', before: number, after: number): void {
  const kinds = saved.get(source) ?? new Map<typeof kind, Saved>()
  saved.set(source, kinds)
  const row = kinds.get(kind) ?? nothing()
  kinds.set(kind, row)
  row.texts++
  row.before += before
  row.after += after
}

/** Texts of a run's results, as they were logged. */
const loggedTexts = ({ messages }: Run): Set<string> =>
  new Set(
    messages.flatMap(message => {
      const { role, content } = message as { role: string; content: unknown }
      if (role !== 'tool') return []
      return Array.isArray(content)
        ? content.map(({ text }: { text?: string }) => text ?? '')
        : [String(content)]
    }),
  )

function tell(run: Run, session: Session, logged: ReadonlySet<string>, handle: string, text: string): void {
  const form = compactText(text, { over, note: compactNoteWriter(handle) })
  const before = count(text)
  if (form === null) {
    note(run.file, text.length > over ? 'no form' : 'short', before, before)
    return
  }
  note(run.file, form.kind, before, count(form.text))
  // The way a model goes: the handle that it reads in the form.
  const [, read = ''] = /Handle of the whole text: ([\d.]+)/.exec(form.text) ?? []
  const found = expand(session, read)
  if (!found.ok || found.text !== text || !logged.has(text))
    throw new Error(`${run.id}: ${handle} does not come back as it was logged`)
  broughtBack++
  if (form.kind === printed && seen++ % 10 === 0) console.log(`\n--- ${run.id} ${handle}\n${form.text}`)
}

for (const run of readRuns(folder).chat) {
  const { session } = fromOpenAI(run.messages as Parameters<typeof fromOpenAI>[0])
  const logged = loggedTexts(run)
  // The session after a store and a restore.
  const stored = restoreSession(JSON.parse(JSON.stringify(session)))
  for (const { seq, parts } of session.events)
    for (const [part, one] of parts.entries())
      if (one.kind === 'tool-result')
        for (const [index, content] of one.content.entries())
          if (content.kind === 'text')
            tell(
              run,
              stored,
              logged,
              writeHandle(one.content.length === 1 ? { seq, part } : { seq, part, index }),
              content.text,
            )
}

const sum = (rows: readonly Saved[]): Saved =>
  rows.reduce(
    (all, { texts, before, after }) => ({
      texts: all.texts + texts,
      before: all.before + before,
      after: all.after + after,
    }),
    nothing(),
  )
const line = (name: string, { texts, before, after }: Saved): string[] => [
  name,
  ...[texts, before, after].map(value => value.toLocaleString('en-US')),
  `${((1 - after / Math.max(1, before)) * 100).toFixed(1)} %`,
]
const head = ['results', 'texts', 'tokens', 'short forms', 'saved']

function linesOf(sources: readonly string[], before = ''): string[][] {
  const kinds = new Map<string, Saved[]>()
  for (const source of sources)
    for (const [kind, row] of saved.get(source) ?? []) kinds.set(kind, [...(kinds.get(kind) ?? []), row])
  const rows = [...kinds].map(([kind, parts]) => line(`${before}${kind}`, sum(parts)))
  return [...rows.sort(), line(`${before}all`, sum([...kinds.values()].flat()))]
}

function report(name: string, sources: readonly string[]): void {
  console.log(`\n${name}\n`)
  console.log(table([head, ...linesOf(sources)]))
}

const others = [...saved.keys()].filter(source => !coding.includes(source))
report('coding runs, all', coding)
for (const source of coding) report(source, [source])
recorded('compaction', [head, ...linesOf(coding, 'coding runs: '), ...linesOf(others, 'other runs: ')])
report('other runs, all', others)
for (const source of others) report(source, [source])
console.log(
  `\n${broughtBack.toLocaleString('en-US')} results brought back by their handles, each as it was logged`,
)
