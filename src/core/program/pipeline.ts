import { Path } from '../form/path.ts'
import type { Pipeline } from './member.ts'
import { readMember } from './read-member.ts'
import type { Fitting, MemberInput, MembersOf, Standing } from './types/fit.ts'

/**
 * Returns a pipeline: members that run one after the other, each with the results of earlier ones. Members are agents,
 * steps of `S`, and the results of other builders. If a member reads a key that nothing before it writes, a type error
 * names both; an agent declares keys from the session in `expects`. If an agent has no `outputKey` and the next member
 * reads exactly one missing key, the answer is stored under that key, however pipelines are nested.
 *
 * Types of a pipeline inside another member are checked with that member. Throws a TypeError that names the place of an
 * invalid member.
 *
 * @example
 * import { agent, pipeline } from 'ctxc'
 *
 * const classifier = agent({ name: 'classifier', instruction: 'Classify the request.', outputKey: 'intent' })
 * const booker = agent({ name: 'booker', instruction: 'Help the user book. The intent is: {intent}' })
 * const app = pipeline(classifier, booker) // pipeline(booker, classifier) does not type-check
 * console.log(app.members.length) // 2
 */
export const pipeline = <const Members extends readonly MemberInput[], Inside extends boolean = false>(
  ...members: Fitting<Members, Inside>
): Pipeline<MembersOf<Members>> & Standing<Inside> =>
  readMember({ kind: 'pipeline', members }, Path.named('pipeline')) as never
