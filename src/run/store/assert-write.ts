import { describe } from '../../core/form/describe.ts'
import { isTrust } from '../../core/ir/trust.ts'
import { assertEvent, assertValues } from '../../core/session/assert-event.ts'
import type { Owner } from '../../core/session/owner.ts'
import {
  type Append,
  type ForkOptions,
  type ListOptions,
  type NewEvent,
  type ScopedWrite,
  sessionStatuses,
} from './store.ts'

const isPlace = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** Rejects a value that is not a whole number of at least 0. */
export function assertPlace(value: unknown, at: string): void {
  if (!isPlace(value)) throw new TypeError(`${at} must be a whole number from 0, got ${describe(value)}`)
}

function assertTime(value: unknown, at: string): void {
  if (!Number.isFinite(value))
    throw new TypeError(`${at} must be a number of milliseconds, got ${describe(value)}`)
}

function assertStatus(status: unknown): void {
  if (!(sessionStatuses as readonly unknown[]).includes(status))
    throw new TypeError(`status must be one of ${sessionStatuses.join(', ')}, got ${describe(status)}`)
}

/** Rejects malformed events, and events whose parts are nested too deeply to be checked. */
function assertEvents(events: readonly NewEvent[]): void {
  for (const [index, event] of events.entries())
    try {
      assertEvent(event, `events[${index}]`)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw new TypeError(`events[${index}] has tool results in each other, more than can be stored`)
    }
}

/** Rejects a malformed append. */
export function assertAppend(owner: Owner, write: Append): void {
  assertPlace(write.expectedRevision, 'expectedRevision')
  if (!Array.isArray(write.events)) throw new TypeError('events must be a list')
  assertEvents(write.events)
  assertStatus(write.status)
  assertTime(write.time, 'time')
  if (write.wakeAt !== undefined && write.wakeAt !== null) assertTime(write.wakeAt, 'wakeAt')
  if (write.state !== undefined) assertValues(write.state, 'state')
  for (const scoped of write.scopes ?? []) assertScoped(owner, scoped)
}

function assertScoped({ user }: Owner, { key, value, trust, expectedRevision }: ScopedWrite): void {
  if (typeof key !== 'string' || !/^(?:app|user):./s.test(key))
    throw new TypeError(`a shared key must begin with app: or user:, got ${describe(key)}`)
  if (key.startsWith('user:') && user === undefined)
    throw new TypeError(`'${key}' needs an owner with a user`)
  if (value !== undefined) assertValues({ [key]: value }, 'scopes')
  if (!isTrust(trust)) throw new TypeError(`the trust of '${key}' must be a trust, got ${describe(trust)}`)
  if (expectedRevision !== undefined) assertPlace(expectedRevision, `expectedRevision of '${key}'`)
}

/** Rejects malformed options of a fork. */
export function assertFork({ at, time, events = [], status = 'idle' }: ForkOptions): void {
  if (at !== undefined) assertPlace(at, 'at')
  assertTime(time, 'time')
  assertEvents(events)
  assertStatus(status)
}

/** Maximum size of a page. */
const mostItems = 1_000

/** Returns the size of a page. */
export function limitOf({ limit = 50 }: Pick<ListOptions, 'limit'>): number {
  if (!isPlace(limit) || limit < 1 || limit > mostItems)
    throw new TypeError(`limit must be a whole number from 1 to ${mostItems}, got ${describe(limit)}`)
  return limit
}
