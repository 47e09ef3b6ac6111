/** Spelling in which a literal (a known value) is written. `read` is any other spelling, which was decoded first. */
export type FormName =
  | 'plain'
  | 'json'
  | 'json-twice'
  | 'json-thrice'
  | 'url'
  | 'base64'
  | 'base64url'
  | 'hex'
  | 'read'

/** Literal (a known value) in one of its spellings. */
export interface LiteralForm {
  readonly name: FormName
  readonly text: string
}
