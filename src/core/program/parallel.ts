import { assertKeys } from '../form/check.ts'
import { Path } from '../form/path.ts'
import { isObject } from '../ir/json.ts'
import type { Parallel } from './member.ts'
import { readMember } from './read-member.ts'
import type { Context, MemberInput, MembersOf } from './types/fit.ts'

/** Options of a parallel group. */
export interface ParallelOptions {
  /**
   * `first`: the first member that ends with an answer ends the group, and the others stop. A member that fails does not
   * end it. If all fail, the group fails.
   */
  readonly until: 'first'
}

/**
 * Returns a parallel group: members that run at the same time, each on its own branch. All start from the state before
 * the group, and no member sees another member's messages; afterwards, the keys that they wrote are present. With
 * `until: 'first'`, the first member that ends with an answer ends the group. Throws a TypeError that names the place of
 * a malformed option or an invalid member.
 *
 * @example
 * import { agent, parallel, pipeline } from 'ctxc'
 *
 * const web = agent({ name: 'web', instruction: 'Search the web.', outputKey: 'pages' })
 * const files = agent({ name: 'files', instruction: 'Search the files.', outputKey: 'notes' })
 * const writer = agent({ name: 'writer', instruction: 'Write a report from {pages} and {notes}.' })
 * const app = pipeline(parallel(web, files), writer)
 * console.log(app.members[0].members.length) // 2
 *
 * const fast = agent({ name: 'fast', instruction: 'Answer from memory.', outputKey: 'answer' })
 * const thorough = agent({ name: 'thorough', instruction: 'Search, then answer.', outputKey: 'answer' })
 * console.log(parallel({ until: 'first' }, fast, thorough).until) // first
 */
export function parallel<const Members extends readonly MemberInput[]>(
  ...members: Members | Context<Members>
): Parallel<MembersOf<Members>, undefined>
export function parallel<const Members extends readonly MemberInput[]>(
  options: ParallelOptions,
  ...members: Members | Context<Members>
): Parallel<MembersOf<Members>, 'first'>
export function parallel(...given: readonly unknown[]): Parallel {
  const [first, ...rest] = given
  const hasOptions = isObject(first) && 'until' in first && !('name' in first) && !('kind' in first)
  if (hasOptions) assertKeys(first, ['until'], Path.options('parallel'))
  const fields = hasOptions ? { ...first, members: rest } : { members: given }
  return readMember({ kind: 'parallel', ...fields }, Path.named('parallel')) as Parallel
}
