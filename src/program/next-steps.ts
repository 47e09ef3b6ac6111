import { assertSession } from '../session/assert-session.ts'
import type { Session } from '../session/session.ts'
import { type NextStep, nextIn } from './next-step.ts'
import type { Declared } from './program.ts'
import { readProgram } from './read-program.ts'

/**
 * Returns what is next in a session of a program: agents to call, calls to run, steps to apply, something to wait for, or
 * that all is done. It goes by the log alone, marks of a runner included, reads no clock, calls nothing but conditions, and is
 * what `result.next` of a compile holds. Throws a TypeError for malformed declarations.
 *
 * @example
 * import { agent, createSession, nextSteps, pipeline } from 'ctxc'
 *
 * const app = pipeline(agent({ name: 'one' }), agent({ name: 'two' }))
 * const session = createSession({ events: [{ author: 'user', text: 'Hello' }, { author: 'one', text: 'Hi.' }] })
 * console.log(nextSteps(app, session)) // [ { kind: 'agent', agent: 'two', branch: '' } ]
 */
export function nextSteps(program: Declared, session: Session): readonly NextStep[] {
  assertSession(session, 'nextSteps')
  const { member, graph } = readProgram(program)
  return nextIn(member, graph, session)
}
