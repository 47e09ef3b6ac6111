import { nestedTooDeeply, type Path } from '../form/path.ts'
import { deepest } from '../text/depth.ts'

/** Number of levels of nesting in each member; the member itself counts as one. */
const levels = new WeakMap<object, number>()

/** Records how deeply a member is nested. Throws a TypeError if the nesting is too deep for a recursive walk. */
export function noteLevels(member: object, inner: readonly object[], at: Path | null): void {
  const depth = 1 + inner.reduce((most, one) => Math.max(most, levels.get(one) ?? 1), 0)
  if (depth > deepest && at !== null) throw at.wrong(...nestedTooDeeply)
  levels.set(member, depth)
}
