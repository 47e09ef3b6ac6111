import { isPromise } from '../text/promise.ts'
import type { DeclarationError } from './declaration-error.ts'
import { Path } from './path.ts'

/** Returns the error for an invalid result of a function of the app: `it gave a promise: conditions are sync`. */
export const invalidResultError = (what: string, help: string | null = null): DeclarationError =>
  Path.named('it').wrong(`gave ${what}`, { help })

/** Rejects a promise that a function returned although it must be sync; `such` names this kind of function. */
export function assertSync(given: unknown, such: string): void {
  if (isPromise(given)) throw invalidResultError('a promise', `${such} are sync`)
}
