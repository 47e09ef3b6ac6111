import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Reports an async function that is used as the condition for choosing the next member. */
export const asyncConditionUsed = (place: string): Diagnostic =>
  make('CX1028', {
    message: `${place} is an async function, but its result is needed at once, so no request can be made (CX2006)`,
    at: [`d:${place}`],
    help: 'let an earlier step or agent write the awaited value into the state, and return a boolean',
    data: { place },
  })

/** Reports a mapOver whose list comes from an answer that cannot be a list. */
export const mapOverWithoutList = (place: string, key: string, writers: readonly string[]): Diagnostic =>
  make('CX1029', {
    message: `mapOver reads its list from '${key}', but ${writers.join(', ')} writes something other than a list there, so mapOver runs once`,
    at: [`d:${place}`],
    help: 'give that agent an outputSchema whose root is an array, or set the list with a step of S',
    data: { place, key, writers },
  })

/** Reports a member of a program whose list or branches are missing. */
export const memberIncomplete = (place: string, why: string): Diagnostic =>
  make('CX2007', {
    message: `${place}: ${why}`,
    at: [`d:${place}`],
    help: 'set the list before mapOver runs, or give the route .is(value, member), .when(condition, member) or .otherwise(member)',
    data: { place, why },
  })

/** Reports a condition for choosing the next member that threw or returned a promise. */
export const decidingFailed = (place: string, why: string): Diagnostic =>
  make('CX2006', {
    message: `${place} decides which member is next, but it failed, so no request was made: ${why}`,
    at: [`d:${place}`],
    help: 'return a boolean, not a promise, for every state; read a key that may be missing as state.key?.field',
    data: { place, why },
  })
