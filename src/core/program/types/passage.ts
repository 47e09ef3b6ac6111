import type { Lacking, Lacks, Misses, Need } from '../../agent/needs.ts'

/** Effect of a member on the keys of the state, and the keys that it lacks at its place, as a type. */
export interface Passage {
  /** Keys that are always present afterwards; `string` if any key may be. */
  readonly sure: string
  /** Keys that were removed and not written again. */
  readonly removed: string
  /** Other keys that nothing removed; `string` for all keys. */
  readonly kept: string
  /** Keys that the member reads and nothing before it writes. */
  readonly lacking: string
  /** Messages that name the readers of lacking keys. */
  readonly lacks: string
  /** Messages that name the readers of removed keys. */
  readonly misses: string
  /** Whether the last answer has no key yet; `same` if the one before still waits for its reader. */
  readonly open: boolean | 'same'
}

/** Passage with these keys at its end. */
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

/** Passage that reads keys at a place. */
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

/** Passage that ends like the first, with the needs of both. */
export type And<One, Other> = One extends Passage
  ? Other extends Passage
    ? Together<[One, Other], One['sure'], One['removed'], One['kept'], One['open']>
    : never
  : never

/** Passage with the needs of all of these. */
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

/** Keys that were present and are missing after one of these passages. */
export type Lost<Done extends Passage, Sure> = Done extends Passage ? Exclude<Sure, Done['sure']> : never

/** Passage that joins the ends of these. */
export type Joined<
  Each extends readonly Passage[],
  Sure extends string,
  Kept extends string,
  Open extends boolean = false,
> = Together<Each, Sure, Exclude<Each[number]['removed'], Sure>, Kept, Open>
