/** Tag pair around words, a call or a result, where everything is sent as text. Other targets ignore it. */
export interface Tag {
  /** Letters, digits, `_`, `-` and `.`; not `context`, which is the compiler's own. */
  readonly name: string
  /** In the order in which they are written. */
  readonly attributes?: Readonly<Record<string, string>>
}
