import type { State } from '../session/state.ts'
import { Path } from '../validate/path.ts'
import type { Tap } from './member.ts'
import { readMember } from './read-member.ts'

/**
 * Returns a tap: a member that reads the state at its place and changes nothing. No agent speaks, and nothing is
 * sent. Throws a TypeError if `look` is not a function.
 *
 * @example
 * import { agent, pipeline, tap } from 'ctxc'
 *
 * const classifier = agent({ name: 'classifier', instruction: 'Classify the request.', outputKey: 'intent' })
 * const app = pipeline(classifier, tap(state => console.log(state.intent)))
 * console.log(app.members[1].kind) // tap
 */
export const tap = (look: (state: State) => void): Tap =>
  readMember({ kind: 'tap', look }, Path.named('tap')) as Tap
