import { assertKeys } from '../validate/check.ts'
import { Path } from '../validate/path.ts'
import type { MapOver } from './member.ts'
import { readMember } from './read-member.ts'
import type { ContextOfOne, MemberInput, MemberOf } from './types/fit.ts'

/** Over what a member is mapped. */
export interface MapOptions<
  Key extends string = string,
  Item extends string = string,
  Into extends string = string,
> {
  /** Holds the list. */
  readonly key: Key
  /** Under which each round finds its item; `item` when left out. */
  readonly item?: Item
  /** Under which the answers come to be, in order. */
  readonly into: Into
}

/**
 * A member once for each item of a list in the state, each time on a branch of its own. It finds its item under `item`, and
 * the answers come to be under `into`; whatever else it writes stays on its branch. Throws a TypeError that names the place
 * for malformed options and for what is no member.
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
  assertKeys(options, ['key', 'item', 'into'], Path.named('mapOver'))
  return readMember({ ...options, kind: 'mapOver', member }, Path.named('mapOver')) as never
}
