import type { Lacking, Lacks, Misses, Need } from '../../agent/needs.ts'

/** Effect of a member on the keys of a state, and the keys that it needs in vain at its place, for types. */
export interface Passage {
  /** Keys that are there afterwards, whatever happens; `string` where anything may be. */
  readonly sure: string
  /** Keys that were taken away and not written again. */
  readonly removed: string
  /** Other keys that nothing removed; `string` is all. */
  readonly kept: string
  /** Keys that it reads and that nothing before it writes. */
  readonly lacking: string
  /** Messages that name the readers of lacking keys. */
  readonly lacks: string
  /** Messages that name the readers of removed keys. */
  readonly misses: string
}

/** Leaves a place so. */
interface Leaves<Sure extends string, Removed extends string, Kept extends string> extends Passage {
  readonly sure: Sure
  readonly removed: Removed
  readonly kept: Kept
}

/** Reads keys at a place, and leaves it so. */
export interface Reading<
  Of extends Need,
  Place extends readonly [string, string, string],
  Sure extends string,
  Removed extends string,
  Kept extends string,
> extends Leaves<Sure, Removed, Kept> {
  readonly lacking: Lacking<Of, Place[0], Place[1], Place[2]>
  readonly lacks: Lacks<Of, Place[0], Place[1], Place[2]>
  readonly misses: Misses<Of, Place[0], Place[1], Place[2]>
}

/** Leaves a place as the first does, and needs what both do. */
export type And<One, Other> = One extends Passage
  ? Other extends Passage
    ? Together<[One, Other], One['sure'], One['removed'], One['kept']>
    : never
  : never

/** Needs what all of them do. */
export interface Together<
  Each extends readonly Passage[],
  Sure extends string,
  Removed extends string,
  Kept extends string,
> extends Leaves<Sure, Removed, Kept> {
  readonly lacking: Each[number]['lacking']
  readonly lacks: Each[number]['lacks']
  readonly misses: Each[number]['misses']
  readonly each: Each
}

/** Effect of members that are not known one by one: any key may be there afterwards. */
export type Unknown<Each extends readonly Passage[]> = Together<Each, string, never, string>

/** Keys that were there, and are not after one of them. */
export type Lost<Done extends Passage, Sure> = Done extends Passage ? Exclude<Sure, Done['sure']> : never

/** Joins what each of them leaves. */
export type Joined<Each extends readonly Passage[], Sure extends string, Kept extends string> = Together<
  Each,
  Sure,
  Exclude<Each[number]['removed'], Sure>,
  Kept
>
