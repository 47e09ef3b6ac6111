import { agent, C, compile, createCompiler, createSession, type EventInput, type Session } from 'ctxc'
import { type Effects, resolveWants, type SummarizeHandler } from 'ctxc/effects'
import type { Plan } from '../../src/core/ir/plan.ts'

/** Handler that keeps the first words of each message, and of a summary its first lines. */
export const firstWords = (run?: SummarizeHandler['run']): SummarizeHandler => ({
  id: 'first-words',
  run:
    run ??
    (async ({ messages }) => ({
      statements: messages.map(({ seq, author, text }) => ({
        text:
          author === 'summary'
            ? (text.split('\n')[0] ?? text).slice(2)
            : text.split(' ').slice(0, 5).join(' '),
        from: [seq],
      })),
    })),
})

export const helper = agent({
  name: 'helper',
  model: 'gpt-5.4',
  context: C.all().summarize({ segment: 150 }),
  budget: { input: 1_200, output: 100 },
})

export const asked = (turn: number): string => `Question ${turn} about item ${turn} ${'please '.repeat(20)}`
export const answered = (turn: number): string => `Answer ${turn} says that ${'surely '.repeat(20)}`

/** One turn of a conversation, as it was compiled. */
export interface Turn {
  readonly result: Awaited<ReturnType<ReturnType<typeof createCompiler>['compile']>>
  readonly session: Session
}

/** Has a conversation of some turns, in which the work for later is done after each answer. */
export async function converse(
  turns: number,
  {
    effects = { summarize: firstWords() },
    program = helper,
    session = createSession(),
  }: {
    readonly effects?: Effects
    readonly program?: typeof helper
    readonly session?: Session
  } = {},
): Promise<readonly Turn[]> {
  const compiler = createCompiler(program, { effects })
  const done: Turn[] = []
  let plan: Plan | null = null
  for (let turn = 0; turn < turns; turn++) {
    session = session.append({ author: 'user', text: asked(turn) })
    const result = await compiler.compile(session, plan === null ? {} : { plan })
    done.push({ result, session: session.append(...result.events) })
    plan = result.plan
    session = session.append(
      ...result.events,
      { author: 'helper', text: answered(turn) },
      ...(await resolveWants(result, { effects })),
    )
  }
  return done
}

export const sent = ({ result }: Turn): string => JSON.stringify(result.request)

/** Returns the request once all summaries that it asks for are there. */
export async function settled(
  context: C.ContextInput,
  events: readonly EventInput[],
  effects: Effects = { summarize: firstWords() },
) {
  const program = agent({ name: 'helper', model: 'gpt-5.4', context })
  let session = createSession({ events })
  for (let round = 0; round < 9; round++) {
    const result = await compile(program, session, { effects })
    session = session.append(...result.events, ...(await resolveWants(result, { effects })))
  }
  return JSON.stringify((await compile(program, session, { effects })).request)
}
