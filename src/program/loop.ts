import { isObject } from '../ir/json.ts'
import { assertKeys } from '../validate/check.ts'
import { Path } from '../validate/path.ts'
import type { Condition, Loop } from './member.ts'
import { readMember } from './read-member.ts'
import type { Fitting, MemberInput, MembersOf } from './types/fit.ts'

/** When a loop ends. */
export interface LoopOptions {
  /** Asked after each round: the last one where it holds. */
  readonly until?: Condition
  /** The most rounds. */
  readonly max: number
}

/**
 * Members one after the other, again and again, until a condition of the state holds or the most rounds were made. What a
 * round writes is there in the next: a member may read what one behind it writes. Throws a TypeError that names the place
 * for malformed options and for what is no member.
 *
 * @example
 * import { agent, loop } from 'ctxc'
 *
 * const writer = agent({ name: 'writer', instruction: 'Write a draft. Mind the remarks: {remarks?}', outputKey: 'draft' })
 * const critic = agent({ name: 'critic', instruction: 'Remark on {draft}, or say fine.', outputKey: 'remarks' })
 * const app = loop({ until: state => state.remarks === 'fine', max: 3 }, writer, critic)
 * console.log(app.max) // 3
 */
export const loop = <const Members extends readonly MemberInput[]>(
  options: LoopOptions,
  ...members: Fitting<Members, true>
): Loop<MembersOf<Members>> => {
  if (!isObject(options) || 'name' in options || 'kind' in options)
    throw new TypeError('loop takes its options first, with the most rounds: loop({ max: 3 }, …)')
  assertKeys(options, ['until', 'max'], Path.named('loop'))
  return readMember({ ...options, kind: 'loop', members }, Path.named('loop')) as never
}
