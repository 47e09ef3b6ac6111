/** Ways to write a literal. */
export type FormName = 'plain' | 'json' | 'json-twice' | 'json-thrice' | 'url' | 'base64' | 'base64url'

/** Literal as it may be written. */
export interface Form {
  readonly name: FormName
  readonly text: string
}
