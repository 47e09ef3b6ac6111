import { assertKeys } from '../form/check.ts'
import { Path } from '../form/path.ts'
import type { MapOver } from './member.ts'
import { readMember } from './read-member.ts'
import type { ContextOfOne, MemberInput, MemberOf } from './types/fit.ts'

/** Keys for the list, its items and the answers. */
export interface MapOptions<
  Key extends string = string,
  Item extends string = string,
  Into extends string = string,
> {
  /** Key of the list in the state. */
  readonly key: Key
  /** Key under which the member finds the current item; `item` if omitted. */
  readonly item?: Item
  /** Key under which the answers are collected, in order. */
  readonly into: Into
}

/**
 * Returns a member that runs once for each item of a list in the state, each time on its own branch. The member finds
 * its item under the key `item`, and its answers are collected under the key `into`; everything else that it writes
 * stays on its branch. Throws a TypeError that names the place of a malformed option or an invalid member.
 *
 * @example
 * import { agent, mapOver, pipeline } from 'ctxc'
 *
 * const planner = agent({ name: 'planner', instruction: 'List the topics.', outputKey: 'topics' })
 * const researcher = agent({ name: 'researcher', instruction: 'Research {topic}.' })
 * const writer = agent({ name: 'writer', instruction: 'Write it up: {findings}' })
 * const app = pipeline(planner, mapOver({ key: 'topics', item: 'topic', into: 'findings' }, researcher), writer)
 * console.log(app.members[1].into) // findings
 */
export const mapOver = <
  const Key extends string,
  const Into extends string,
  const Inner extends MemberInput,
  const Item extends string = 'item',
>(
  options: MapOptions<Key, Item, Into>,
  member: Inner | ContextOfOne<Inner>,
): MapOver<Key, Item, Into, MemberOf<Inner>> => {
  assertKeys(options, ['key', 'item', 'into'], Path.options('mapOver'))
  return readMember({ ...options, kind: 'mapOver', member }, Path.named('mapOver')) as never
}
