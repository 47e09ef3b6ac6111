import { reasonOf } from '../text/reason.ts'
import { DeclarationError } from './declaration-error.ts'
import type { Path } from './path.ts'

/**
 * Runs code that may throw anything, such as a getter of the app. Every error becomes a TypeError whose message begins
 * with the place.
 */
export function runWithPlaceInErrors<T>(at: Path, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof DeclarationError) throw error
    throw at.wrong(`could not be read: ${reasonOf(error)}`, { cause: error })
  }
}
