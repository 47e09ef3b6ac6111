import { Path } from '../form/path.ts'
import type { State } from '../session/state.ts'
import type { Tap } from './member.ts'
import { readMember } from './read-member.ts'

/**
 * Returns a tap: a member that calls a function with the state at its place and changes nothing. No agent speaks, and
 * nothing is sent. Annotate the parameter as `StateOf<typeof classifier>` for values with the types of their schemas.
 * Throws a TypeError if `look` is not a function.
 *
 * @example
 * import { agent, pipeline, tap } from 'ctxc'
 *
 * const classifier = agent({ name: 'classifier', instruction: 'Classify the request.', outputKey: 'intent' })
 * const app = pipeline(classifier, tap(state => console.log(state.intent)))
 * console.log(app.members[1].kind) // tap
 */
export const tap = <Known extends State = State>(look: (state: Known) => void): Tap =>
  readMember({ kind: 'tap', look }, Path.named('tap')) as Tap
