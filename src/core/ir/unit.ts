/** Kind of a unit. */
export type UnitKind =
  | 'user'
  | 'developer'
  | 'model'
  /** Text of a tool that does not belong to a call. */
  | 'tool'
  /** A result that came after its call's unit was closed, or a second result of a call. */
  | 'late'
  /** A result without a call; it is dropped. */
  | 'orphan'
  /** Text that replaces earlier units, at their position. */
  | 'summary'
  /** A result identical to the one that its call already has; it is dropped. */
  | 'copy'
  /** A compaction that the provider made for an effect. It is sent first, to the models that can read it. */
  | 'compaction'

/** A range of parts of one event in a unit, from `from` up to but excluding `to`. */
export interface Span {
  readonly seq: number
  readonly from: number
  readonly to: number
}

/** The smallest piece of history that is kept or dropped. */
export interface Unit {
  /** Position of the unit among the session's units, from 0. */
  readonly ordinal: number
  /** `u<seq>.<n>`: the n-th unit that begins in the event with this seq. */
  readonly id: string
  readonly kind: UnitKind
  readonly branch: string
  /** Whether results of its calls may still arrive. */
  readonly open: boolean
  /** Whether nothing in the unit can be shown. */
  readonly empty: boolean
  /** Whether the unit is critical, so that it is never dropped. */
  readonly critical: boolean
  /** Whether a summary replaces the unit. */
  readonly covered: boolean
  /** Whether the unit was rewound. */
  readonly rewound: boolean
  /** Length of the raw content in UTF-16 units. */
  readonly size: number
  readonly spans: readonly Span[]
  /** Indices of the unit's calls, in order. */
  readonly calls: readonly number[]
}
