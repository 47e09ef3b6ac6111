/** Tag pair around text, a call or a result, if the request is plain text. Other targets ignore it. */
export interface Tag {
  /** Letters, digits, `_`, `-` and `.`; never `context`, which the compiler uses. */
  readonly name: string
  /** Attributes in the order in which they are written. */
  readonly attributes?: Readonly<Record<string, string>>
}
