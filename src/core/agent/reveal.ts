import { check, fields, text } from '../form/check.ts'
import type { Path } from '../form/path.ts'

/**
 * Argument in which a tool gets the real value of a placeholder: its name, or its name and the text before the value, such as
 * `Bearer ` with its blank.
 */
export type Reveal = string | { readonly argument: string; readonly scheme: string }

const name = check('the name of an argument', value => typeof value === 'string' && value !== '')
const withScheme = fields({ argument: name, scheme: text }, ['argument', 'scheme'])

/** Reads one item of a tool's `reveal`. */
export const assertReveal = (value: unknown, at: Path): void =>
  typeof value === 'object' && value !== null ? withScheme(value, at) : name(value, at)
