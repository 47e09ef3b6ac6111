import { assertOptionsAlone } from '../../core/form/options.ts'
import type { Runner, RunnerOptions } from './runner.ts'
import { StoreRunner } from './store-runner.ts'

/**
 * Creates a runner: it performs the steps that `nextSteps` returns, and appends each result to the store before the
 * next step. A crash loses nothing that a run has reported: `recover` continues from the log.
 *
 * Throws a TypeError for malformed options and declarations. Content of a session never makes a method throw; failures
 * of models and tools become data in the log.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { createRunner } from 'ctxc/run'
 * import { inMemoryStore } from 'ctxc/store'
 * import { scriptedModel } from 'ctxc/testing'
 *
 * const helper = agent({ name: 'helper', model: 'gpt-5.4', instruction: 'Help.' })
 * const runner = createRunner({ program: helper, store: inMemoryStore(), models: { 'gpt-': scriptedModel(['Hello!']) } })
 * const { outcome } = runner.run({ owner: { app: 'docs' }, id: 's1' }, { message: 'Hi' })
 * console.log((await outcome).text) // Hello!
 */
export function createRunner(options: RunnerOptions, ...others: readonly never[]): Runner {
  assertOptionsAlone(others, 'createRunner')
  return new StoreRunner(options)
}
