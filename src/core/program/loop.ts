import { assertKeys } from '../form/check.ts'
import { Path } from '../form/path.ts'
import { isObject } from '../ir/json.ts'
import type { State } from '../session/state.ts'
import type { Loop } from './member.ts'
import { readMember } from './read-member.ts'
import type { Fitting, MemberInput, MembersOf } from './types/fit.ts'
import type { StateOf } from './types/state-of.ts'

/** Conditions that end a loop. */
export interface LoopOptions<Known extends State = State> {
  /**
   * Condition that is checked after each round; the loop ends once it is true. Answers have the types of their schemas.
   */
  readonly until?: (state: Known) => boolean
  /** Maximum number of rounds. */
  readonly max: number
}

/**
 * Returns a loop: members that run one after the other, repeatedly, until a condition on the state is true or the
 * maximum number of rounds is reached. Keys that one round writes are present in the next round. So a member may read a
 * key that a later member writes. Throws a TypeError that names the place of a malformed option or an invalid member.
 *
 * @example
 * import { agent, loop } from 'ctxc'
 *
 * const writer = agent({ name: 'writer', instruction: 'Write a draft. Mind the remarks: {remarks?}', outputKey: 'draft' })
 * const critic = agent({ name: 'critic', instruction: 'Remark on {draft}, or say fine.', outputKey: 'remarks' })
 * const app = loop({ until: state => state.remarks === 'fine', max: 3 }, writer, critic)
 * console.log(app.max) // 3
 */
export const loop = <const Members extends readonly MemberInput[], Known extends State = StateOf<Members>>(
  options: LoopOptions<Known>,
  ...members: Fitting<Members, true>
): Loop<MembersOf<Members>> => {
  if (!isObject(options) || 'name' in options || 'kind' in options)
    throw Path.named('the first argument of loop').wrong(
      'must be its options, with an upper bound of rounds: loop({ max: 3 }, …)',
    )
  assertKeys(options, ['until', 'max'], Path.options('loop'))
  return readMember({ ...options, kind: 'loop', members }, Path.named('loop')) as never
}
