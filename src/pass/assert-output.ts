import { isPromise } from '../text/promise.ts'

/** Rejects what no pass may give: nothing at all, or what has to be waited for. */
export function assertGiven(given: unknown): void {
  if (given === undefined || given === null) throw new TypeError('it gave nothing')
  if (isPromise(given)) throw new TypeError('it gave a promise: passes are sync')
}
