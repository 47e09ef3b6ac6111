import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** A condition that decides who is next threw, or gave a promise. */
export const decidingFailed = (place: string, why: string): Diagnostic =>
  make('CX2006', {
    message: `${place} decides who is next, and failed, so no request was made: ${why}`,
    at: [`d:${place}`],
    help: 'return a boolean, not a promise, for any state: look at a key with state.key?.field',
    data: { place, why },
  })
