import { assertSession } from '../session/assert-session.ts'
import type { Session } from '../session/session.ts'
import { nextStepsFromLog } from './next-in.ts'
import type { NextStep } from './next-step.ts'
import type { Declared } from './program.ts'
import { readProgram } from './read-program.ts'

/**
 * Returns the next steps in a session of a program: agents to call, tool calls to run, state steps to apply, something
 * to wait for, or that the program is done. `nextSteps` reads only the log, including a runner's marks; it reads no
 * clock and calls only conditions. `result.next` of a compile has the same steps. Throws a TypeError for malformed
 * declarations.
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
  return nextStepsFromLog(member, graph, session)
}
