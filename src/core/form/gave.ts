import { isPromise } from '../text/promise.ts'
import type { DeclarationError } from './declaration-error.ts'
import { Path } from './path.ts'

/** Returns the error for what a function of the app gave: `it gave a promise: conditions are sync`. */
export const gave = (what: string, help: string | null = null): DeclarationError =>
  Path.named('it').wrong(`gave ${what}`, { help })

/** Rejects a promise of a function that must give its value at once; `such` names such functions. */
export function assertSync(given: unknown, such: string): void {
  if (isPromise(given)) throw gave('a promise', `${such} are sync`)
}
