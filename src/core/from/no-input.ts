import { describe } from '../form/describe.ts'
import { Path } from '../form/path.ts'
import { importerFor } from './importer.ts'

/** Returns advice for an input that an importer cannot read; '' if there is none. */
function importerAdvice(importer: string, input: unknown): string {
  if (typeof input === 'string') return /^\s*[[{]/.test(input) ? '; parse it first: JSON.parse(text)' : ''
  const fitting = importerFor(input)
  return fitting === null || fitting === importer ? '' : `; use ${fitting}, which reads this format`
}

/**
 * Creates the TypeError for an input without messages in the expected place. It names a better importer, if there is
 * one.
 */
export const noInput = (importer: string, takes: string, input: unknown): TypeError =>
  Path.named(`the argument of ${importer}`).wrong(
    `must be ${takes}, got ${typeof input === 'string' ? 'a string' : describe(input)}${importerAdvice(importer, input)}`,
  )
