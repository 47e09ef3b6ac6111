import { deepest } from '../text/depth.ts'
import { nestedTooDeeply, type Path } from '../validate/path.ts'

/** Number of levels of members in each member, itself included. */
const levels = new WeakMap<object, number>()

/** Notes how deep a member is that holds others. Throws a TypeError where the walk over it could have no room. */
export function noteLevels(member: object, inner: readonly object[], at: Path | null): void {
  const depth = 1 + inner.reduce((most, one) => Math.max(most, levels.get(one) ?? 1), 0)
  if (depth > deepest && at !== null) throw at.wrong(...nestedTooDeeply)
  levels.set(member, depth)
}
