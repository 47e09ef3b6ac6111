import { isPromise } from '../text/promise.ts'

/** Throws a TypeError if a pass returned nothing or a promise. */
export function assertGiven(given: unknown): void {
  if (given === undefined || given === null) throw new TypeError('it gave nothing')
  if (isPromise(given)) throw new TypeError('it gave a promise: passes are sync')
}
