/** How words, a call or a result are shown where all is words: between two tags. No other target looks at it. */
export interface Tag {
  /** Letters, digits, `_`, `-` and `.`; not `context`, which is the compiler's own. */
  readonly name: string
  /** In the order in which they are written. */
  readonly attributes?: Readonly<Record<string, string>>
}
