import { assertConfig } from '../../core/agent/assert.ts'
import { assertKeys, type Check, check, fields } from '../../core/form/check.ts'
import { expected } from '../../core/form/describe.ts'
import { Path } from '../../core/form/path.ts'
import { someOf } from '../../core/form/quantities.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import { frozenJson } from '../../core/text/json-value.ts'
import type { RunObserver } from './observe/observer.ts'
import type { DecideOptions, RunInput } from './runner.ts'

const milliseconds: Check = check('a number of milliseconds above 0', value => Number(value) > 0)

/** Checks the limits of a run. */
export const assertLimits: Check = fields({
  steps: someOf('steps'),
  tokens: someOf('tokens'),
  time: milliseconds,
  repeats: someOf('repeats'),
  transfers: someOf('transfers'),
})

/** Checks the options of retries. */
export const assertRetry: Check = fields({
  attempts: someOf('attempts'),
  delay: milliseconds,
  longestDelay: milliseconds,
})

/** Checks the deadlines of model calls. */
export const assertDeadlines: Check = fields({
  first: milliseconds,
  between: milliseconds,
  whole: milliseconds,
})

/** Checks the deadlines of a store. */
export const assertStoreDeadlines: Check = fields({ call: milliseconds, whole: milliseconds })

/** Throws a TypeError for anything but a choice of the calls that a message closes. */
export function assertInterrupt(interrupt: unknown, method: string): void {
  if (interrupt !== undefined && interrupt !== 'waiting' && typeof interrupt !== 'boolean')
    throw expected("true, false or 'waiting'", interrupt, Path.named(method).in('interrupt'))
}

/** Throws a TypeError for a malformed decision on a call. */
export function assertDecision({ by, until }: DecideOptions): void {
  if (typeof by !== 'string' || by === '') throw new TypeError('by must name whoever decides')
  if (until !== undefined && !Number.isFinite(until))
    throw new TypeError('until must be a time in milliseconds since 1970')
}

/** Throws a TypeError for a malformed input of a run. */
export function assertInput(input: RunInput, method: 'run' | 'resume', names: readonly string[]): void {
  if (typeof input === 'string')
    throw new TypeError(`the input of ${method} must be an object, such as { message }, got a string`)
  const at = Path.named(method)
  assertKeys(input, names, at)
  const { limits, signal, generateConfig, from, interrupt } = input as RunInput
  if (from !== undefined && !(Number.isSafeInteger(from) && from >= 0))
    throw new TypeError(`${method}: from must be a whole number from 0`)
  assertInterrupt(interrupt, method)
  if (generateConfig !== undefined) assertConfig(generateConfig, at.in('generateConfig'))
  if (limits !== undefined) assertLimits(limits, at.in('limits'))
  if (signal !== undefined && typeof signal.addEventListener !== 'function')
    throw new TypeError(`${method}: signal must be an AbortSignal`)
}

/**
 * Splits a copy of the state of a new session: what belongs before the first event, and what only an event may set.
 * Throws a TypeError for a value that is not JSON.
 */
export function splitState(state: JsonObject): { readonly initial: JsonObject; readonly set: JsonObject } {
  const entries = Object.entries(frozenJson(state) as JsonObject)
  const isSet = ([key]: readonly [string, unknown]): boolean => /^(?:app|user|temp):/.test(key)
  return {
    initial: Object.fromEntries(entries.filter(entry => !isSet(entry))),
    set: Object.fromEntries(entries.filter(isSet)),
  }
}

/** Reads the observers of a runner. Throws a TypeError for anything else. */
export function readObservers(observe: unknown): readonly RunObserver[] {
  const all: readonly unknown[] = Array.isArray(observe) ? observe : [observe]
  if (all.some(each => typeof each !== 'object' || each === null))
    throw new TypeError(
      'createRunner: observe must be an observer, such as openTelemetry(), or a list of them',
    )
  return all as readonly RunObserver[]
}
