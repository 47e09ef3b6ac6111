import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Reports a key that is written but never read. */
export const keyNeverRead = (writer: string, key: string, at: string): Diagnostic =>
  make('CX1009', {
    message: `${writer} writes '${key}', which nothing after it reads`,
    at: [at],
    help: `read it as {${key}}, or do not write it; a function that reads it by another way is not seen`,
    data: { writer, key },
  })

/** Reports a step for a key that is never set. */
export const stepWithoutKey = (
  step: string,
  key: string,
  at: string,
  about: { readonly notes: readonly string[]; readonly meant: string | null },
): Diagnostic =>
  make('CX1010', {
    message: `${step} is given '${key}', which is never there when it runs: nothing comes of it`,
    at: [at],
    notes: about.notes,
    help: about.meant === null ? `write '${key}' before, or leave it out` : `did you mean '${about.meant}'?`,
    data: { step, key },
  })

/** Reports a member that never runs. */
export const neverReached = (what: string, why: string, at: string, help: string): Diagnostic =>
  make('CX1011', { message: `${what} never runs: ${why}`, at: [at], help, data: { why } })
