import { configField } from '../../core/agent/generate-config.ts'
import {
  type Check,
  check,
  isText,
  object,
  objectCheck,
  signal,
  text,
  trueOrFalse,
  withMethods,
} from '../../core/form/check.ts'
import { wrongValueError } from '../../core/form/describe.ts'
import { acceptAnyValue, type OptionsForm, readOptions } from '../../core/form/options.ts'
import { Path } from '../../core/form/path.ts'
import { filledText, milliseconds, positiveCountCheck, wholeNumber } from '../../core/form/quantities.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { RunDecision } from '../../core/ir/run-action.ts'
import { shownKindsCheck } from '../../core/protect/lens/shown-kinds.ts'
import { frozenJson } from '../../core/text/json-value.ts'
import { copyGiven } from './append-decision.ts'
import { assertLimits } from './limits.ts'
import type { AnswerOptions, DecideOptions, ResumeInput, RunInput } from './runner.ts'
import type { Sharing } from './sharing/sharing.ts'

/** Check of the option `retry`. */
export const assertRetry: Check = objectCheck({
  attempts: positiveCountCheck('attempts'),
  delay: milliseconds,
  longestDelay: milliseconds,
})

/** Check of the option `deadlines`. */
export const assertDeadlines: Check = objectCheck({
  first: milliseconds,
  between: milliseconds,
  whole: milliseconds,
})

/** Check of the option `storeDeadlines`. */
export const assertStoreDeadlines: Check = objectCheck({ call: milliseconds, whole: milliseconds })

const upToADay = check(
  'a number of milliseconds above 0, of at most a day',
  value => Number.isFinite(value) && Number(value) > 0 && Number(value) <= 86_400_000,
)

/** Check of the option `sharing`. */
export const assertSharing: Check = objectCheck({
  holder: filledText,
  leaseLength: upToADay,
  pollInterval: upToADay,
  relay: withMethods('a relay, such as inMemoryRelay()', 'publish', 'subscribe'),
} satisfies Record<keyof Sharing, Check>)

/** Throws a TypeError for an invalid `interrupt`, the option that selects which calls a message closes. */
export function assertInterrupt(interrupt: unknown, method: string): void {
  if (interrupt !== undefined && interrupt !== 'waiting' && typeof interrupt !== 'boolean')
    throw wrongValueError("true, false or 'waiting'", interrupt, Path.named(method).in('interrupt'))
}

const decision: OptionsForm<DecideOptions> = {
  needs: { by: check('the name of whoever decides', value => isText(value) && value !== '') },
  takes: {
    why: text,
    until: check('a time in milliseconds since 1970', Number.isFinite),
    arguments: object,
  },
}

/**
 * Throws a TypeError for a malformed approval or denial of a call, and a `DecisionError` for arguments that can never be
 * recorded. Returns a copy of the given values.
 */
export function readDecision(
  given: DecideOptions,
  method: 'approve' | 'deny',
): Pick<RunDecision, 'by' | 'why' | 'until' | 'arguments'> {
  readOptions(decision, given, method)
  const { by, why, until, arguments: edited } = given
  if (method === 'deny' && edited !== undefined)
    throw Path.options('deny').in('arguments').wrong('has a meaning only for approve')
  return {
    by,
    ...(why !== undefined && { why }),
    ...(until !== undefined && { until }),
    ...(edited !== undefined && { arguments: copyGiven(edited, 'arguments') as JsonObject }),
  }
}

const answerForm: OptionsForm<AnswerOptions> = {
  needs: { by: check('the name of whoever answers', value => isText(value) && value !== '') },
  takes: {},
}

/**
 * Throws a TypeError for malformed options or a missing answer, and a `DecisionError` for an answer that can never be
 * recorded. Returns a copy of the answer.
 */
export function readAnswer(
  answer: JsonValue,
  options: AnswerOptions,
): { readonly by: string; readonly answer: JsonValue } {
  const { by } = readOptions(answerForm, options, 'answer')
  if (answer === undefined) throw wrongValueError('a JSON value', answer, Path.named('answer'))
  return { by, answer: copyGiven(answer, 'answer') }
}

const inputForm: OptionsForm<RunInput & ResumeInput> = {
  takes: {
    ...{
      message: acceptAnyValue,
      messageId: acceptAnyValue,
      context: acceptAnyValue,
      rewindTo: acceptAnyValue,
      interrupt: acceptAnyValue,
      state: acceptAnyValue,
    },
    from: wholeNumber,
    version: wholeNumber,
    show: shownKindsCheck,
    limits: assertLimits,
    generateConfig: configField.check,
    background: trueOrFalse,
    signal,
  },
  such: '{ message }',
}

/** Fields that each method takes; null for all but those of `resume` alone. */
const taken = {
  run: null,
  resume: ['from', 'show', 'limits', 'signal', 'background'],
  events: ['show'],
} as const

/** Throws a TypeError for a malformed input of a run. */
export function assertInput(input: RunInput & ResumeInput, method: keyof typeof taken): void {
  const names: readonly string[] | null = taken[method]
  const takes = Object.entries(inputForm.takes).filter(
    ([name]) => names?.includes(name) ?? name !== 'background',
  )
  readOptions({ ...inputForm, takes: Object.fromEntries(takes) as typeof inputForm.takes }, input, method)
  assertInterrupt(input.interrupt, method)
}

/**
 * Splits a new session's state into keys that are set before the first event, and keys that only an event may set.
 * Copies all values. Throws a TypeError for a value that is not JSON.
 */
export function splitInitialState(state: JsonObject): {
  readonly initial: JsonObject
  readonly set: JsonObject
} {
  const entries = Object.entries(frozenJson(state) as JsonObject)
  const isSet = ([key]: readonly [string, unknown]): boolean => /^(?:app|user|temp):/.test(key)
  return {
    initial: Object.fromEntries(entries.filter(entry => !isSet(entry))),
    set: Object.fromEntries(entries.filter(isSet)),
  }
}

/** Rejects a value that is neither an observer nor a list of them. */
export const observers: Check = check('an observer, such as openTelemetry(), or a list of them', value =>
  [value].flat().every(each => typeof each === 'object' && each !== null),
)
