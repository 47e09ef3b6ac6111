import type { Lacking, Lacks, Misses, Need } from '../../agent/needs.ts'

/**
 * Effect of a member on the keys of the state, as a type, with the keys that the member reads although they are missing
 * at its place.
 */
export interface Passage {
  /** Keys that are always present afterwards; `string` if any key may be. */
  readonly sure: string
  /** Keys that were removed and not written again. */
  readonly removed: string
  /** Keys that may or may not be present, and that no step removed; `string` for all keys. */
  readonly kept: string
  /** Keys that the member reads and nothing before it writes. */
  readonly lacking: string
  /** Error texts that name the members that read lacking keys. */
  readonly lacks: string
  /** Error texts that name the members that read removed keys. */
  readonly misses: string
  /**
   * Whether the last answer has no key yet. `same`: the last answer is still the one from before the member, and no
   * member has read it.
   */
  readonly open: boolean | 'same'
}

/** Passage (effect of a member) after which the keys of the state are the given ones. */
interface Leaves<
  Sure extends string,
  Removed extends string,
  Kept extends string,
  Open extends boolean | 'same',
> extends Passage {
  readonly sure: Sure
  readonly removed: Removed
  readonly kept: Kept
  readonly open: Open
}

/** Passage (effect) of a member that reads keys at a place. After it, the keys of the state are the given ones. */
export interface ReadsAt<
  Of extends Need,
  Place extends readonly [string, string, string],
  Sure extends string,
  Removed extends string,
  Kept extends string,
  Open extends boolean | 'same' = 'same',
> extends Leaves<Sure, Removed, Kept, Open> {
  readonly lacking: Lacking<Of, Place[0], Place[1], Place[2]>
  readonly lacks: Lacks<Of, Place[0], Place[1], Place[2]>
  readonly misses: Misses<Of, Place[0], Place[1], Place[2]>
}

/**
 * Passage with the resulting keys of the first passage. It contains the lacking and removed keys that either passage
 * reads.
 */
export type And<One, Other> = One extends Passage
  ? Other extends Passage
    ? Together<[One, Other], One['sure'], One['removed'], One['kept'], One['open']>
    : never
  : never

/** Passage with the lacking and removed keys that several passages read. */
export interface Together<
  Each extends readonly Passage[],
  Sure extends string,
  Removed extends string,
  Kept extends string,
  Open extends boolean | 'same' = false,
> extends Leaves<Sure, Removed, Kept, Open> {
  readonly lacking: Each[number]['lacking']
  readonly lacks: Each[number]['lacks']
  readonly misses: Each[number]['misses']
  readonly each: Each
}

/** Effect of members that are not known individually: any key may be present afterwards. */
export type Unknown<Each extends readonly Passage[]> = Together<Each, string, never, string>

/** Keys that were present before and are missing after one of these passages. */
export type Lost<Done extends Passage, Sure> = Done extends Passage ? Exclude<Sure, Done['sure']> : never

/** Passage that combines the resulting keys of several passages. */
export type JoinedEnds<
  Each extends readonly Passage[],
  Sure extends string,
  Kept extends string,
  Open extends boolean = false,
> = Together<Each, Sure, Exclude<Each[number]['removed'], Sure>, Kept, Open>
