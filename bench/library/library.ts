/** Tokens of a text in o200k_base; the name of a special token in it is text. */
export type Count = (text: string) => number

/** A tokenizer to compare. */
export interface Library {
  readonly name: string
  /** Its name in a narrow cell. */
  readonly short: string
  readonly kind: 'ours' | 'JavaScript' | 'WASM' | 'native'
  /** True for one that some platforms lack. */
  readonly optional?: boolean
  load(): Promise<Count>
}
