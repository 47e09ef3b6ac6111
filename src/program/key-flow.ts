import { scopeOf } from '../ir/scope.ts'
import type { KeyFlow } from '../state/flow.ts'
import { isScoped } from '../state/key.ts'
import { PersistentSet } from '../text/persistent-set.ts'

/** Known keys of a state at a place of a program; the types of members know the same (`types/flow.ts`). */
export interface KeyPlace {
  /** Keys that are there, whatever happened. */
  readonly sure: ReadonlySet<string>
  /** Keys that were taken away and not written again. */
  readonly removed: ReadonlySet<string>
  /** Other keys that nothing removed; null for all. */
  readonly kept: ReadonlySet<string> | null
}

/** Whether a key may be there without being written: one of the invocation (`temp:`) has to be written in it. */
function isFromOutside(key: string): boolean {
  const scope = scopeOf(key)
  return scope !== undefined && scope !== 'temp'
}

/** Whether a key was neither written nor taken away, and does not come from outside. */
export const isLacking = (key: string, { sure, removed, kept }: KeyPlace): boolean =>
  !sure.has(key) &&
  !removed.has(key) &&
  !isFromOutside(key) &&
  (kept === null || kept.has(key) || isScoped(key))

/** The place behind one where these keys are written. */
export const withKeys = (place: KeyPlace, keys: readonly string[]): KeyPlace => ({
  ...place,
  sure: PersistentSet.of(place.sure).with(keys),
  removed: PersistentSet.of(place.removed).without(keys),
})

/** The place behind one where these keys are taken away. */
const withoutKeys = (place: KeyPlace, keys: readonly string[]): KeyPlace => ({
  ...place,
  sure: PersistentSet.of(place.sure).without(keys),
  removed: PersistentSet.of(place.removed).with(keys),
})

/** The place behind one thing that a step does. */
export function behindFlow(place: KeyPlace, flow: KeyFlow): KeyPlace {
  if (flow.kind === 'write') return withKeys(place, [flow.key])
  if (flow.kind === 'remove') return withoutKeys(place, [flow.key])
  if (flow.kind === 'rename') {
    const gone = withoutKeys(
      place,
      flow.pairs.map(({ from }) => from),
    )
    return withKeys(
      gone,
      flow.pairs.map(({ to }) => to),
    )
  }
  if (flow.kind !== 'keep-only') return place
  const isGone = (key: string): boolean => !flow.keys.includes(key) && !isScoped(key)
  const kept = new Set(flow.keys)
  return { ...place, sure: without(place.sure, isGone), kept: keptByBoth(place.kept, kept) }
}

/** The keys that one thing of a step needs. */
export function neededBy(flow: KeyFlow): readonly string[] {
  if (flow.kind === 'read' && flow.need === 'must') return [flow.key]
  return flow.kind === 'rename' ? flow.pairs.map(({ from }) => from) : []
}

/** Behind members of which each had its own way from a place: what all leave, or what any of them adds, too. */
export function join(place: KeyPlace, ends: readonly KeyPlace[], adding: 'any' | 'all'): KeyPlace {
  const all = new Set(ends.flatMap(({ sure }) => [...sure]))
  const isLost = (key: string): boolean =>
    ends.some(end => !end.sure.has(key) && (adding === 'all' || place.sure.has(key)))
  const sure = without(all, isLost)
  const removed = new Set(ends.flatMap(end => [...end.removed]))
  return {
    sure,
    removed: without(removed, key => sure.has(key)),
    kept: ends.map(end => end.kept).reduce(keptByBoth, place.kept),
  }
}

const without = (keys: ReadonlySet<string>, isGone: (key: string) => boolean): ReadonlySet<string> =>
  new Set([...keys].filter(key => !isGone(key)))

const keptByBoth = (one: ReadonlySet<string> | null, other: ReadonlySet<string> | null) =>
  one === null || other === null ? (one ?? other) : without(one, key => !other.has(key))
