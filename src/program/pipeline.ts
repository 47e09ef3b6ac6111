import { Path } from '../validate/path.ts'
import type { Pipeline } from './member.ts'
import { readMember } from './read-member.ts'
import type { Fitting, MemberInput, MembersOf, Standing } from './types/fit.ts'

/**
 * Members one after the other, each with what those before it left: agents, steps of `S`, and whatever the other builders
 * give. A member that reads a key that nothing before it writes is a type error that names both; what a session brings, an
 * agent says with `expects`. An agent without an `outputKey` right before the only reader of one lacking key answers for it.
 *
 * A pipeline that stands inside another member is looked at with it. Throws a TypeError that names the place for what is no
 * member.
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
