import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/**
 * Reports a value that is written but never read. `replacedAt`: places at which another value replaces it before
 * anything reads the key.
 */
export const keyNeverRead = (
  writer: string,
  key: string,
  at: string,
  replacedAt: readonly string[],
): Diagnostic =>
  make('CX1009', {
    message:
      replacedAt.length === 0
        ? `${writer} writes '${key}', but nothing after it reads that key`
        : `${writer} writes '${key}', but that value is replaced or removed at ${replacedAt.join(', ')} before anything reads it`,
    at: [at],
    help:
      replacedAt.length === 0
        ? `read it as {${key}}, or do not write it; check does not see reads outside the program`
        : 'write one of the two under another key, or read the first one before it is replaced',
    data: { writer, key, ...(replacedAt.length > 0 && { replacedAt }) },
  })

/** Reports a step that uses a key to which nothing ever writes a value. */
export const stepWithoutKey = (
  step: string,
  key: string,
  at: string,
  about: { readonly notes: readonly string[]; readonly meant: string | null },
): Diagnostic =>
  make('CX1010', {
    message: `${step} needs '${key}', but that key is never set when the step runs, so the step has no effect`,
    at: [at],
    notes: about.notes,
    help:
      about.meant === null
        ? `write '${key}' before the step, or remove it from the step`
        : `did you mean '${about.meant}'?`,
    data: { step, key, ...(about.meant !== null && { meant: about.meant }) },
  })

/** Reports a member that never runs. */
export const memberNeverRuns = (what: string, why: string, at: string, help: string): Diagnostic =>
  make('CX1011', { message: `${what} never runs: ${why}`, at: [at], help, data: { why } })
