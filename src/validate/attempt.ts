import { reasonOf } from '../text/reason.ts'
import { Misdeclared } from './declaration-error.ts'
import type { Place } from './path.ts'

/** Runs what may throw anything, such as a getter of the app's, and throws only a TypeError that begins with the place. */
export function attempt<T>(at: Place, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof Misdeclared) throw error
    throw at.wrong(`could not be read: ${reasonOf(error)}`, { cause: error })
  }
}
