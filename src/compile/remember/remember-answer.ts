import type { Effects } from '../../effect/handler.ts'
import { settle } from '../../effect/settle.ts'
import type { EventInput } from '../../ir/event.ts'
import { agentIn } from '../../program/graph.ts'
import type { Declared } from '../../program/program.ts'
import { readProgram } from '../../program/read-program.ts'
import type { Protection } from '../../protect/protection.ts'
import { assertSession } from '../../session/assert-session.ts'
import type { Session } from '../../session/session.ts'
import { assertKeys } from '../../validate/check.ts'
import { Path } from '../../validate/path.ts'
import { AgentCompiler } from '../agent-compiler.ts'
import { changesAfter, eventFor, memoriesAfter } from './after-answer.ts'

/** Options of `rememberAnswer`. */
export interface RememberOptions {
  /** The agent that answered; by default, the author of the last answer. */
  readonly agent?: string
  /** Handlers: `extract` makes the values that rules ask for. Without it, only `capture` and `notes` take effect. */
  readonly effects?: Pick<Effects, 'extract' | 'concurrency'>
  /** Ends the work: values that are not there by then are not remembered. */
  readonly signal?: AbortSignal
  /** Protections besides those of the agents: handlers get placeholders. */
  readonly protect?: readonly Protection[]
}

/**
 * Returns the events by which the rules of an agent (`remember`) change the state, for its last answer in the session. Append
 * them: the first has the values of `capture` and `notes`, the others those that the handler `effects.extract` made, or its
 * failures. A runner does this by itself. An error of a handler never makes it reject; malformed options are a TypeError.
 *
 * @example
 * import { agent, createSession, rememberAnswer } from 'ctxc'
 * import { notes } from 'ctxc/remember'
 *
 * const planner = agent({ name: 'planner', remember: [notes({ key: 'tasks' })] })
 * let session = createSession({ events: [{ author: 'planner', text: '- buy milk\n- call Anna' }] })
 * session = session.append(...(await rememberAnswer(planner, session)))
 * console.log(session.state.tasks) // [ 'buy milk', 'call Anna' ]
 */
export async function rememberAnswer(
  program: Declared,
  session: Session,
  options: RememberOptions = {},
): Promise<readonly EventInput[]> {
  const { agent: named, effects = {}, signal = new AbortController().signal, protect = [] } = options
  assertKeys(options, ['agent', 'effects', 'signal', 'protect'], Path.named('rememberAnswer'))
  assertSession(session, 'rememberAnswer')
  const { graph } = readProgram(program)
  const last = lastAnswer(session, [...graph.agents.keys()], named)
  if (last === null) return []
  const { agent } = agentIn(graph, last.author)
  const branch = last.branch
  const about = { agent: agent.name, branch }
  const change = changesAfter(agent, { ...about, session, state: session.state })
  let after = change === null ? session : session.append(change)
  const compiler = new AgentCompiler(program, { protect })
  const found = await compiler.detected(agent.name, after, signal)
  after = after.append(...found)
  const seen = compiler.guarded(agent.name, after).session
  const asked = memoriesAfter(agent, { ...about, session: seen, state: seen.state }, effects)
  const outcomes = await settle(
    asked.map(({ effect }) => effect),
    effects,
    signal,
  )
  const events: EventInput[] = [...(change === null ? [] : [change]), ...found]
  for (const outcome of outcomes) {
    const of = asked.find(({ effect }) => effect.key === outcome.key)
    if (of === undefined) continue
    const event = eventFor(of, outcome, { ...about, session, state: after.state })
    after = after.append(event)
    events.push(event)
  }
  return events
}

/** Returns the last event of an agent of the program, or of the one that is named. */
function lastAnswer(
  session: Session,
  names: readonly string[],
  named: string | undefined,
): { readonly author: string; readonly branch: string } | null {
  for (let seq = session.length - 1; seq >= 0; seq--) {
    const event = session.event(seq)
    if (named === undefined ? names.includes(event.author) : event.author === named) return event
  }
  return null
}
