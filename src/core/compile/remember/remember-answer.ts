import { assertEffects } from '../../effect/assert-effects.ts'
import type { Effects } from '../../effect/handler.ts'
import { runEffects } from '../../effect/settle.ts'
import { check, isText, signal } from '../../form/check.ts'
import { type OptionsForm, readOptions } from '../../form/options.ts'
import { Path } from '../../form/path.ts'
import { protections } from '../../form/quantities.ts'
import type { EventInput } from '../../ir/event.ts'
import type { Protection } from '../../ir/protection.ts'
import { agentIn } from '../../program/graph.ts'
import type { Declared } from '../../program/program.ts'
import { readProgram } from '../../program/read-program.ts'
import { assertSession } from '../../session/assert-session.ts'
import type { Session } from '../../session/session.ts'
import { AgentCompiler } from '../agent-compiler.ts'
import { changesAfter, memoriesAfter, outcomeEvent } from './after-answer.ts'
import { isRewoundEvent } from './turn-of.ts'

/** Options of `rememberAnswer`. */
export interface RememberOptions {
  /** Name of the agent that answered; by default, the author of the last answer. */
  readonly agent?: string
  /**
   * Handlers of the work. `extract` produces the values that rules request. Without it, only `capture` and `notes` have
   * an effect.
   */
  readonly effects?: Pick<Effects, 'extract' | 'concurrency'>
  /** Signal that ends the work. Values that are not available when the signal aborts are not remembered. */
  readonly signal?: AbortSignal
  /** Protections in addition to those of the agents. Handlers get placeholders instead of protected values. */
  readonly protect?: readonly Protection[]
}

const form: OptionsForm<RememberOptions> = {
  takes: {
    agent: check('the name of an agent', isText),
    effects: assertEffects,
    signal,
    protect: protections,
  },
}

/**
 * Returns the events by which an agent's rules (`remember`) change the state after its last answer in the session.
 * Append them: the first event has the values of `capture` and `notes`; the other events have the values from the
 * handler `effects.extract`, or its failures. A runner does this automatically. An error of a handler never makes the
 * promise reject; malformed options are a TypeError.
 *
 * @example
 * import { agent, createSession } from 'ctxc'
 * import { rememberAnswer } from 'ctxc/remember'
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
  const given = readOptions(form, options, 'rememberAnswer')
  const { agent: named, effects = {}, signal = new AbortController().signal, protect = [] } = given
  assertSession(session, 'rememberAnswer')
  const { graph } = readProgram(program)
  if (named !== undefined && !graph.agents.has(named))
    throw Path.options('rememberAnswer')
      .in('agent')
      .wrong(`must be an agent of the program, which has no agent '${named}'`)
  const last = lastAnswer(session, named === undefined ? [...graph.agents.keys()] : [named])
  if (last === null) return []
  const { agent } = agentIn(graph, last.author)
  const about = { agent: agent.name, branch: last.branch }
  const events: EventInput[] = []
  let after = session
  const collectEvent = (event: EventInput | null): void => {
    if (event === null) return
    events.push(event)
    after = after.append(event)
  }
  collectEvent(changesAfter(agent, { ...about, session, state: session.state }))
  const compiler = new AgentCompiler(readProgram(program), { protect })
  for (const found of await compiler.runAsyncDetectors(agent.name, after, signal)) collectEvent(found)
  const lens = compiler.agentLensOf(agent.name, after)
  const seen = lens.session
  const asked = memoriesAfter(agent, { ...about, session: seen, state: seen.state }, effects, lens)
  for (const one of asked)
    for (const outcome of await runEffects([one.effect], effects, signal))
      collectEvent(
        outcomeEvent(one, outcome, { session: after, seen: compiler.agentLensOf(agent.name, after).session }),
      )
  return events
}

/** Returns the last event of any of these agents that was not rewound; null if there is none. */
function lastAnswer(
  session: Session,
  names: readonly string[],
): { readonly author: string; readonly branch: string } | null {
  for (let seq = session.length - 1; seq >= 0; seq--) {
    const event = session.event(seq)
    if (names.includes(event.author) && !isRewoundEvent(session, seq)) return event
  }
  return null
}
