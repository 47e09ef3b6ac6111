import { Path } from '../form/path.ts'
import type { Parallel } from './member.ts'
import { readMember } from './read-member.ts'
import type { Context, MemberInput, MembersOf } from './types/fit.ts'

/**
 * Returns a parallel group: members that run at the same time, each on its own branch. All start from the state before
 * the group, and no member sees another member's messages; afterwards, the keys that they wrote are present. Throws a
 * TypeError that names the place of an invalid member.
 *
 * @example
 * import { agent, parallel, pipeline } from 'ctxc'
 *
 * const web = agent({ name: 'web', instruction: 'Search the web.', outputKey: 'pages' })
 * const files = agent({ name: 'files', instruction: 'Search the files.', outputKey: 'notes' })
 * const writer = agent({ name: 'writer', instruction: 'Write a report from {pages} and {notes}.' })
 * const app = pipeline(parallel(web, files), writer)
 * console.log(app.members[0].members.length) // 2
 */
export const parallel = <const Members extends readonly MemberInput[]>(
  ...members: Members | Context<Members>
): Parallel<MembersOf<Members>> => readMember({ kind: 'parallel', members }, Path.named('parallel')) as never
