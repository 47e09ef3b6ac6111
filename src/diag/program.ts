import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Reports an async function as a condition that decides the next member. */
export const decidingAsync = (place: string): Diagnostic =>
  make('CX1028', {
    message: `${place} is an async function: its promise decides nothing, and no request can be made (CX2006)`,
    at: [`d:${place}`],
    help: 'let the step or agent before it write what it waits for into the state, and return a boolean',
    data: { place },
  })

/** Reports a mapOver whose list is an answer that is no list. */
export const mapsNoList = (place: string, key: string, writers: readonly string[]): Diagnostic =>
  make('CX1029', {
    message: `mapOver goes over '${key}', which ${writers.join(', ')} writes as something other than a list: it runs once`,
    at: [`d:${place}`],
    help: 'give that agent an outputSchema whose root is a list, or set the list with a step of S',
    data: { place, key, writers },
  })

/** Reports a member of a program that lacks its list or its branches. */
export const nothingToGoBy = (place: string, why: string): Diagnostic =>
  make('CX2007', {
    message: `${place} has nothing to go by: ${why}`,
    at: [`d:${place}`],
    help: 'set the list before it runs, or give the route .is(value, member), .when(condition, member) or .otherwise(member)',
    data: { place, why },
  })

/** Reports a condition that should decide the next member but threw or returned a promise. */
export const decidingFailed = (place: string, why: string): Diagnostic =>
  make('CX2006', {
    message: `${place} decides who is next, and failed, so no request was made: ${why}`,
    at: [`d:${place}`],
    help: 'return a boolean, not a promise, for any state: look at a key with state.key?.field',
    data: { place, why },
  })
