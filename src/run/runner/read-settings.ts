import { readCallbacks } from '../../core/agent/agent-callbacks.ts'
import { assertOptions } from '../../core/compile/contract/assert-options.ts'
import { copyOptions } from '../../core/compile/contract/copy-options.ts'
import { assertFunction, check, oneOf, withMethods } from '../../core/form/check.ts'
import { acceptAnyValue, type OptionsForm, readOptions } from '../../core/form/options.ts'
import { Path } from '../../core/form/path.ts'
import { positiveCountCheck } from '../../core/form/quantities.ts'
import {
  assertDeadlines,
  assertRetry,
  assertSharing,
  assertStoreDeadlines,
  observers,
} from './assert-input.ts'
import type { Callbacks } from './callbacks.ts'
import { assertLimits } from './limits.ts'
import { slotsByClient } from './model/call-slots.ts'
import { defaultDeadlines } from './model/deadlines.ts'
import { defaultRetry } from './model/retry.ts'
import type { RunObserver } from './observe/observer.ts'
import { Observers } from './observe/observers.ts'
import { assertQuotas } from './quotas.ts'
import type { RunnerOptions } from './runner.ts'
import { defaultLimits, type RunnerSettings } from './settings.ts'
import { defaultSharing } from './sharing/sharing.ts'
import { defaultStoreDeadlines } from './store/store-deadlines.ts'
import { Timers } from './timers.ts'

const isFunction = (value: unknown): boolean => typeof value === 'function'

const form: OptionsForm<RunnerOptions> = {
  needs: {
    program: acceptAnyValue,
    store: withMethods('a store, such as inMemoryStore()', 'append'),
    models: check(
      'an object of clients by model name, or a function that returns a client',
      value => typeof value === 'object' || typeof value === 'function',
    ),
  },
  takes: {
    driver: acceptAnyValue,
    callbacks: acceptAnyValue,
    limits: assertLimits,
    atLimit: oneOf(['stop', 'answer']),
    app: acceptAnyValue,
    concurrency: positiveCountCheck('agents'),
    calls: positiveCountCheck('calls'),
    tokensPerMinute: positiveCountCheck('tokens'),
    quota: assertQuotas,
    resultCharacters: positiveCountCheck('characters'),
    compile: assertOptions,
    retry: assertRetry,
    deadlines: assertDeadlines,
    storeDeadlines: assertStoreDeadlines,
    sharing: assertSharing,
    random: check('a function that returns a number from 0 to 1', isFunction),
    observe: observers,
    now: check('a function that returns milliseconds', isFunction),
    generateId: assertFunction,
  },
}

/** Reads the options of a runner, with their defaults. Throws a TypeError that names the path of a malformed option. */
export function readSettings(given: RunnerOptions): RunnerSettings {
  const options = readOptions(form, given, 'createRunner')
  const { models, callbacks = [], limits, atLimit = 'stop', concurrency = 16 } = options
  const {
    resultCharacters = 1_000_000,
    calls = Number.POSITIVE_INFINITY,
    tokensPerMinute = Number.POSITIVE_INFINITY,
    compile = {},
    retry,
    deadlines,
    storeDeadlines,
    sharing,
    observe = [],
  } = options
  const { crypto } = globalThis
  const { now = Date.now, random = Math.random, generateId = () => crypto.randomUUID() } = options
  return {
    models,
    callbacks: readCallbacks(callbacks, Path.options('createRunner').in('callbacks')) as readonly Callbacks[],
    limits: { ...defaultLimits, ...limits },
    atLimit,
    concurrency,
    resultCharacters,
    compile: copyOptions(compile),
    retry: { ...defaultRetry, ...retry },
    deadlines: { ...defaultDeadlines, ...deadlines },
    storeDeadlines: { ...defaultStoreDeadlines, ...storeDeadlines },
    timers: new Timers(),
    slotsOf: slotsByClient({ calls, tokensPerMinute }),
    sharing: { holder: crypto.randomUUID(), ...defaultSharing, ...sharing },
    now,
    random,
    observers: new Observers([observe].flat() as readonly RunObserver[]),
    generateId,
  }
}
