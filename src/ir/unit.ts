/** Kind of a unit. */
export type UnitKind =
  | 'user'
  | 'developer'
  | 'model'
  /** Words of a tool that answer no call. */
  | 'tool'
  /** A result that came after its call's unit was closed, or a second answer. */
  | 'late'
  /** A result that answers nothing: left out. */
  | 'orphan'
  /** Words that stand for units before them, in their place. */
  | 'summary'

/** A run of parts of one event that belongs to a unit: parts `from` up to, not including, `to`. */
export interface Span {
  readonly seq: number
  readonly from: number
  readonly to: number
}

/** The smallest thing that may be kept or dropped. */
export interface Unit {
  /** Its place among the session's units, from 0. */
  readonly ordinal: number
  /** `u<seq>.<n>`: the n-th unit that begins in event seq. */
  readonly id: string
  readonly kind: UnitKind
  readonly branch: string
  /** Calls may still be answered. */
  readonly open: boolean
  /** Nothing in it could be shown. */
  readonly empty: boolean
  /** Never dropped. */
  readonly critical: boolean
  /** A summary stands for it. */
  readonly covered: boolean
  /** It was taken back. */
  readonly rewound: boolean
  /** UTF-16 units of its content in raw form. */
  readonly size: number
  readonly spans: readonly Span[]
  /** Indices of its calls, in order. */
  readonly calls: readonly number[]
}
