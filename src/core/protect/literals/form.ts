/** Ways to write a literal; `read` is any other spelling, which a reading of the text shows. */
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

/** Literal as it may be written. */
export interface LiteralForm {
  readonly name: FormName
  readonly text: string
}
