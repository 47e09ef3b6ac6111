import { renderHtml } from '../../../src/cli/explain/render-html.ts'
import { renderText } from '../../../src/cli/explain/render-text.ts'
import { type TargetName, targetNames } from '../../../src/core/ir/target-name.ts'
import type { Effects } from '../../../src/effects.ts'
import { explain } from '../../../src/explain.ts'
import {
  type Compiled,
  type CompileOptions,
  createCompiler,
  createSession,
  type Plan,
  type Session,
} from '../../../src/index.ts'
import type { FoundMemory, MemoryStore } from '../../../src/remember.ts'
import { rememberAnswer } from '../../../src/remember.ts'
import { targets } from '../../targets.ts'
import { declared } from './declarations.ts'
import { Dice } from './dice.ts'
import { type Exit, leaksOf } from './leaks.ts'
import { plotOf, redactionOf } from './planted.ts'

const owner = { app: 'laws', user: 'one' }

/** Handlers that note what they are given. */
const noting = (inputs: unknown[], failure: string | null): Effects => {
  const note =
    <Input, Output>(make: (input: Input) => Output) =>
    async (input: Input): Promise<Output> => {
      inputs.push(structuredClone(input))
      if (failure !== null) throw new Error(failure)
      return make(input)
    }
  return {
    embed: {
      id: 'e',
      run: note(({ texts }: { readonly texts: readonly string[] }) => texts.map(text => [1, text.length, 2])),
    },
    summarize: {
      id: 's',
      run: note(
        ({
          messages,
        }: {
          readonly messages: readonly { readonly seq: number; readonly text: string }[]
        }) => ({ statements: messages.map(({ seq, text }) => ({ text: text.slice(0, 200), from: [seq] })) }),
      ),
    },
    extract: {
      id: 'x',
      run: note(({ messages }: { readonly messages: readonly { readonly text: string }[] }) => ({
        a: messages.map(({ text }) => text).join(' '),
      })),
    },
  }
}

/** A store that notes queries, and finds one memory. */
const memoryOf = (inputs: unknown[], text: string): MemoryStore => ({
  id: 'm',
  add: async () => {},
  search: async (_, query) => {
    inputs.push({ text: query.text })
    return [{ id: 'm1', text, author: 'user', score: 1 }] as FoundMemory[]
  },
  delete: async () => {},
  deleteOwner: async () => {},
})

/** Everything that a compile hands out, but the names that it needs to read an answer, and what is for the log. */
function exitsOf(result: Compiled, agent: object, session: Session, rotation: number): Exit[] {
  const program = { agent, session } as never
  const { request, events, wants, diagnostics } = result
  const own: Exit[] = [
    ['request', request],
    ['diagnostics', diagnostics],
    ['wants', wants.map(({ input }) => input)],
    // The outcome of a search is for the log, which holds originals.
    ['events', events.filter(({ actions }) => !['recall', 'embed'].includes(actions?.effect?.kind ?? ''))],
  ]
  if (rotation > 2) return own
  const { map, ledger, units, prefix, plan, trace, cache, tokens, next } = result
  const explanation = explain(result, program)
  if (rotation === 2)
    return [...own, ['records', [map, ledger, units, prefix, plan, trace, cache, tokens, next]]]
  if (rotation === 1) return [...own, ['page', renderHtml(explanation, { result, program })]]
  return [
    ...own,
    ['explanation', explanation],
    ['explained text', renderText(explanation, { width: 100 } as never)],
  ]
}

/** Faults in the output of a session's compiles, and whether a request has a placeholder. */
export interface Looked {
  readonly complaints: readonly string[]
  readonly replaced: boolean
}

/** Returns the leaks of a seed's session, which grows by five appends and is compiled after each. */
export async function compiledLeaks(seed: number): Promise<Looked> {
  const dice = Dice.of(seed)
  const target = targetNames[seed % targetNames.length] as TargetName
  const plot = plotOf(dice, seed)
  let step = 0
  const looked: string[] = []
  const isLate = plot.planted.some(({ secret }) => secret.kind === 'late')
  const redaction = redactionOf(looked, isLate, () => step)
  const sources = dice.below(2) > 0
  const agent = declared(plot.texts, [redaction], { sources })
  const inputs: unknown[] = []
  const options: CompileOptions = {
    target,
    model: targets[target].models[0],
    budget: dice.below(3) === 0 ? 900 : 20_000,
    trace: dice.below(2) === 0,
    artifacts: { letter: plot.texts.artifact ?? 'Dear all.' },
    memory: memoryOf(inputs, plot.texts.memory ?? 'Nothing.'),
    owner,
    // The words of a failure are cut after 200 columns, often within the value.
    effects: noting(
      inputs,
      dice.below(4) === 0 ? `${'Failed. '.repeat(dice.below(25))}${plot.texts.failure}` : null,
    ),
  }
  const compiler = createCompiler(agent, options)
  let session: Session = createSession({ state: plot.state })
  let plan: Plan | null = null
  const last = plot.appends.length - 1
  // One session in ten is compiled after each append, one in three once a value is found, and all at their end.
  const compiledAt =
    seed % 10 === 0
      ? [0, 1, 2, 3, 4]
      : seed % 3 === 0
        ? [...new Set([plot.planted[0]?.from ?? 0, last])]
        : [last]
  const complaints: string[] = []
  let replaced = false
  for (const [at, events] of plot.appends.entries()) {
    step = at
    session = session.append(...events)
    if (!compiledAt.includes(at)) continue
    inputs.length = 0
    const signal = at < 3 ? AbortSignal.abort() : new AbortController().signal
    const result = await compiler.compile(session, { plan, signal })
    replaced ||= JSON.stringify(result.request).includes('[secret:')
    const known = plot.planted.filter(({ from }) => from <= at).map(({ secret }) => secret)
    const exits: Exit[] = [
      ...exitsOf(result, agent, session, at === last ? Math.floor(seed / targetNames.length) % 8 : 8),
      ['inputs of handlers', inputs],
    ]
    if (/forged \[secret:/.test(JSON.stringify([result.request, inputs])))
      complaints.push(`session ${seed}: a forged placeholder is shown as one`)
    complaints.push(
      ...leaksOf(exits, known).map(leak => `after append ${at} on ${target}, session ${seed}: ${leak}`),
    )
    session = session.append(...result.events)
    plan = result.ok ? result.plan : plan
  }
  if (seed % 4 !== 1) return { complaints, replaced }
  inputs.length = 0
  await rememberAnswer(agent, session, { effects: noting(inputs, null) })
  complaints.push(
    ...leaksOf(
      [['inputs of extract', inputs]],
      plot.planted.map(({ secret }) => secret),
    ).map(leak => `session ${seed}: ${leak}`),
  )
  return { complaints, replaced }
}
