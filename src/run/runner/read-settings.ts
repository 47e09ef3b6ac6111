import { readCallbacks } from '../../core/agent/agent-callbacks.ts'
import { assertOptions } from '../../core/compile/contract/assert-options.ts'
import { oneOf } from '../../core/form/check.ts'
import { describe } from '../../core/form/describe.ts'
import { Path } from '../../core/form/path.ts'
import { someOf } from '../../core/form/quantities.ts'
import {
  assertDeadlines,
  assertLimits,
  assertRetry,
  assertStoreDeadlines,
  readObservers,
} from './assert-input.ts'
import type { Callbacks } from './callbacks.ts'
import { defaultDeadlines } from './model/deadlines.ts'
import { defaultRetry } from './model/retry.ts'
import { Observers } from './observe/observers.ts'
import type { RunnerOptions } from './runner.ts'
import { defaultLimits, type RunnerSettings } from './settings.ts'
import { defaultStoreDeadlines } from './store/store-deadlines.ts'

/** Reads the options of a runner, with their defaults. Throws a TypeError that names the place of a malformed one. */
export function readSettings(options: RunnerOptions): RunnerSettings {
  const at = Path.named('createRunner')
  const { store, models, callbacks = [], limits = {}, compile = {} } = options
  const {
    atLimit = 'stop',
    concurrency = 16,
    resultCharacters = 1_000_000,
    retry = {},
    deadlines = {},
    observe = [],
  } = options
  const { storeDeadlines = {} } = options
  const { now = Date.now, random = Math.random, generateId = () => globalThis.crypto.randomUUID() } = options
  assertLimits(limits, at.in('limits'))
  assertRetry(retry, at.in('retry'))
  assertDeadlines(deadlines, at.in('deadlines'))
  assertStoreDeadlines(storeDeadlines, at.in('storeDeadlines'))
  assertOptions(compile)
  if (typeof store?.append !== 'function')
    throw new TypeError(`createRunner.store must be a store, such as memoryStore(), got ${describe(store)}`)
  if (typeof models !== 'object' && typeof models !== 'function')
    throw new TypeError(
      `createRunner.models must be an object of clients by model name, or a function that returns a client, got ${describe(models)}`,
    )
  if (typeof now !== 'function')
    throw new TypeError(`createRunner.now must be a function that returns milliseconds, got ${describe(now)}`)
  if (typeof random !== 'function')
    throw new TypeError(
      `createRunner.random must be a function that returns a number from 0 to 1, got ${describe(random)}`,
    )
  at.in('atLimit').piece(place => oneOf(['stop', 'answer'])(atLimit, place))
  at.in('concurrency').piece(place => someOf('agents')(concurrency, place))
  at.in('resultCharacters').piece(place => someOf('characters')(resultCharacters, place))
  return {
    models,
    callbacks: readCallbacks(callbacks, at.in('callbacks')) as readonly Callbacks[],
    limits: { ...defaultLimits, ...limits },
    atLimit,
    concurrency,
    resultCharacters,
    compile,
    retry: { ...defaultRetry, ...retry },
    deadlines: { ...defaultDeadlines, ...deadlines },
    storeDeadlines: { ...defaultStoreDeadlines, ...storeDeadlines },
    now,
    random,
    observers: new Observers(readObservers(observe)),
    generateId,
  }
}
