import { reasonOf } from '../../../core/text/reason.ts'

/**
 * Error of a store that a runner called again and again, until its time was over (`storeDeadlines`). What the store does not
 * have by then is done again: the session is `due`, and `resume` or `recover` continues it from what is stored.
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
  /** State of the session: work is left, and nobody does it now. */
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

/** Returns the error of what a runner is asked for, or was about to do, after `stop`. */
export const stoppedError = (): Error => new Error('the runner was stopped')
