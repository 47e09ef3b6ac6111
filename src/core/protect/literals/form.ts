/**
 * Spelling in which a literal (a known value) is written. `read`: a spelling that was found only after decoding the
 * text.
 */
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
