import { reasonOf } from '../../../core/text/reason.ts'

/**
 * Error of a store that kept failing until the time limit `storeDeadlines` was over. Work that was not stored by then
 * is repeated later: the session is `due`, and `resume` or `recover` continues it from the stored events.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { createRunner, StoreError } from 'ctxc/run'
 * import { inMemoryStore } from 'ctxc/store'
 * import { scriptedModel } from 'ctxc/testing'
 *
 * const helper = agent({ name: 'helper', model: 'gpt-5.4' })
 * const store = inMemoryStore()
 * store.read = () => Promise.reject(new Error('connection reset'))
 * const models = { 'gpt-': scriptedModel(['Hello!']) }
 * const runner = createRunner({ program: helper, store, models, storeDeadlines: { whole: 20 } })
 * const error = await runner.run({ owner: { app: 'docs' }, id: 's1' }, { message: 'Hi' }).outcome.catch(reason => reason)
 * console.log(error instanceof StoreError, error.status) // true due
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  /** Status of the session: work is left, and no runner is doing it. */
  readonly status = 'due'
  /** Name of the store's method that failed. */
  readonly method: string

  constructor(method: string, cause: unknown) {
    super(
      `the store failed in '${method}', also when it was called again: ${reasonOf(cause)}. The session is due: resume it, or call recover`,
      { cause },
    )
    this.method = method
  }
}

/** Returns the error for calls that are made after `stop`. */
export const stoppedError = (): Error => new Error('the runner was stopped')
