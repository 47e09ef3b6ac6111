/** Range of a text that a detector found, in UTF-16 units. */
export interface Span<Kind extends string = string> {
  readonly start: number
  readonly end: number
  /** Kind of the value, such as `github-pat` or `email`. */
  readonly kind: Kind
  /** The decoded value, if the text contains it with escapes or as base64. */
  readonly value?: string
}
