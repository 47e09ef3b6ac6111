import { type Check, check, isText, listOf, objectCheck, oneOf } from '../../core/form/check.ts'
import { Path } from '../../core/form/path.ts'
import { filledText, wholeNumber } from '../../core/form/quantities.ts'
import { isTrust } from '../../core/ir/trust.ts'
import { assertEvent, assertValues } from '../../core/session/assert-event.ts'
import type { Owner } from '../../core/session/owner.ts'
import { type CallCost, tokenNames } from './accounts.ts'
import type { LeasePause, LeaseTerms } from './leases.ts'
import {
  type Append,
  type ForkOptions,
  type ListOptions,
  type ScopedWrite,
  sessionStatuses,
} from './store.ts'

const time = check('a number of milliseconds', Number.isFinite)
const status = oneOf(sessionStatuses)

/** Rejects a value that is not a whole number of at least 0. */
export const assertPlace = (value: unknown, at: string): void => wholeNumber(value, Path.named(at))

/** Rejects a value that is not a finite number. */
export const assertTime = (value: unknown, at: string): void => time(value, Path.named(at))

/** Check that rejects malformed events, and events that are nested too deeply to be checked. */
const events = listOf((event, at) => {
  try {
    assertEvent(event, at)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw at.wrong('has tool results in each other, more than can be stored')
  }
})

const checkStateValues: Check = (value, at) => assertValues(value, at)

const scoped = objectCheck(
  {
    key: check(
      'a shared key, which begins with app: or user:',
      key => isText(key) && /^(?:app|user):./s.test(key),
    ),
    value: (value, at) => checkStateValues({ value }, at),
    trust: check('a trust', isTrust),
    expectedRevision: wholeNumber,
  } satisfies Record<keyof ScopedWrite, Check>,
  ['key', 'trust'],
)

const amount = check('a number from 0', value => Number.isFinite(value) && Number(value) >= 0)

const cost = objectCheck(
  {
    model: check('a text', isText),
    usage: objectCheck(Object.fromEntries(tokenNames.map(name => [name, amount])), [
      'inputTokens',
      'outputTokens',
    ]),
    usd: (value, at) => value === null || amount(value, at),
  } satisfies Record<keyof CallCost, Check>,
  ['model', 'usage', 'usd'],
)

const append = {
  expectedRevision: wholeNumber,
  events,
  status,
  wakeAt: (value, at) => value === null || time(value, at),
  time,
  state: checkStateValues,
  scopes: listOf(scoped),
  costs: listOf(cost),
  fence: wholeNumber,
} satisfies Record<keyof Append, Check>

const assertFields = objectCheck(append, ['expectedRevision', 'events', 'status', 'time'])

/** Rejects a malformed append. */
export function assertAppend({ user }: Owner, write: Append): void {
  const at = Path.named('append')
  assertFields(write, at)
  for (const [index, { key }] of (write.scopes ?? []).entries())
    if (key.startsWith('user:') && user === undefined)
      throw at.in('scopes').in(index).in('key').wrong(`is '${key}', which needs an owner with a user`)
}

const fork = objectCheck(
  { at: wholeNumber, time, events, status } satisfies Record<keyof ForkOptions, Check>,
  ['time'],
)

/** Rejects malformed options of a fork. */
export const assertFork = (options: ForkOptions): void => fork(options, Path.named('fork'))

const milliseconds = check('a number of milliseconds', value => Number.isFinite(value) && Number(value) > 0)

const terms = {
  holder: filledText,
  length: milliseconds,
  now: time,
} satisfies Record<keyof LeaseTerms, Check>

const assertTermsFields = objectCheck(terms, ['holder', 'length', 'now'])

/** Rejects malformed terms of a lease. */
export const assertLeaseTerms = (given: LeaseTerms): void => assertTermsFields(given, Path.named('lease'))

const pause = { length: milliseconds, now: time } satisfies Record<keyof LeasePause, Check>

const assertPauseFields = objectCheck(pause, ['length', 'now'])

/** Rejects a malformed pause of a session. */
export const assertPause = (given: LeasePause): void => assertPauseFields(given, Path.named('pause'))

/** Maximum number of items in a page of a list. */
const mostItems = 1_000

const limitCheck = check(
  `a whole number from 1 to ${mostItems}`,
  limit => Number.isSafeInteger(limit) && Number(limit) >= 1 && Number(limit) <= mostItems,
)

/** Returns the number of items in a page of a list. */
export function pageLimit({ limit = 50 }: Pick<ListOptions, 'limit'>): number {
  limitCheck(limit, Path.named('limit'))
  return limit
}
