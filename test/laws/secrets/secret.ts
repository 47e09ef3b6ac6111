/** A planted value that no model may see. */
export interface Secret {
  readonly kind: string
  /** The value, and parts of it that are secret by themselves, such as the password of a connection string. */
  readonly values: readonly [whole: string, ...parts: string[]]
  /** Text that shows the value in a form that is found; null for a value that only the name of its field identifies. */
  readonly shown: string | null
  /** Name of the field that identifies the value; null for a value that a text shows. */
  readonly field: string | null
  /** Random parts of the value: no output may show any of them, while prefixes of formats are public. */
  readonly random: readonly string[]
  /** Whether `redact()` finds it without options. */
  readonly isUsual: boolean
}

export const digits = '0123456789'
export const hex = `${digits}abcdef`
export const base62 = `${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz`
export const base64 = `${base62}+/`
/** Characters that escapes and encodings change. */
export const any = `${base62}"\\/%+&=<>' \t?#~éß漢字\u2028`
