import { scopeOfKey } from '../ir/scope.ts'
import type { KeyFlow } from '../state/flow.ts'
import { isScoped } from '../state/key.ts'
import { PersistentSet } from '../text/persistent-set.ts'

/**
 * Keys of the state that are known to be present, removed or kept at one place of a program. `types/flow.ts` describes
 * the same as types.
 */
export interface KeyPlace {
  /** Keys that are always present. */
  readonly sure: ReadonlySet<string>
  /** Keys that were removed and not written again. */
  readonly removed: ReadonlySet<string>
  /** Keys that may or may not be present, and that no step removed; null for all keys. */
  readonly kept: ReadonlySet<string> | null
}

/**
 * Whether a key may exist although the program does not write it. A `temp:` key may not: only its own invocation can
 * write it.
 */
function isFromOutside(key: string): boolean {
  const scope = scopeOfKey(key)
  return scope !== undefined && scope !== 'temp'
}

/** Whether a key is missing at a place: the program neither wrote nor removed it, and it cannot come from outside. */
export const isLacking = (key: string, { sure, removed, kept }: KeyPlace): boolean =>
  !sure.has(key) &&
  !removed.has(key) &&
  !isFromOutside(key) &&
  (kept === null || kept.has(key) || isScoped(key))

/** Returns the keys known at a place after a write of the given keys. */
export const withKeys = (place: KeyPlace, keys: readonly string[]): KeyPlace => ({
  ...place,
  sure: PersistentSet.of(place.sure).with(keys),
  removed: PersistentSet.of(place.removed).without(keys),
})

/** Returns the keys known at a place after a removal of the given keys. */
const withoutKeys = (place: KeyPlace, keys: readonly string[]): KeyPlace => ({
  ...place,
  sure: PersistentSet.of(place.sure).without(keys),
  removed: PersistentSet.of(place.removed).with(keys),
})

/** Returns the keys known at a place after one action of a state step. */
export function keysAfterAction(place: KeyPlace, flow: KeyFlow): KeyPlace {
  if (flow.kind === 'write') return isConditionalWrite(flow) ? place : withKeys(place, [flow.key])
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

/** Whether a write takes effect only if the key exists. */
const isConditionalWrite = ({ key, when }: Extract<KeyFlow, { kind: 'write' }>): boolean =>
  typeof when === 'object' && when.anyOf.includes(key)

/** Returns the keys that one action of a state step needs. */
export function keysNeededByAction(flow: KeyFlow): readonly string[] {
  if (flow.kind === 'read' && flow.need === 'must') return [flow.key]
  return flow.kind === 'rename' ? flow.pairs.map(({ from }) => from) : []
}

/**
 * Returns the keys known after several members, each of which started from `place`. With `all`, a key must be present
 * after all members; with `any`, after one of them.
 */
export function joinPlaces(place: KeyPlace, ends: readonly KeyPlace[], adding: 'any' | 'all'): KeyPlace {
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
