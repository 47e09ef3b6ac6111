/** Names of the ways to write a literal; `read` is any other spelling, which was decoded first. */
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

/** A literal in one of the ways to write it. */
export interface LiteralForm {
  readonly name: FormName
  readonly text: string
}
