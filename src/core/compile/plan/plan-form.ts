import { isObject } from '../../ir/json.ts'
import { type Loss, lossFacts } from '../../ir/loss.ts'
import type { Decision, Fingerprint, Plan, PlannedCache, PlannedCompaction } from '../../ir/plan.ts'
import { decisionOrder, planChecksum } from '../contract/plan.ts'
import { isPlannedUsage } from './usage.ts'

export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0

const isText = (value: unknown): value is string => typeof value === 'string'

const isPlannedCache = (value: unknown): value is PlannedCache =>
  isObject(value) &&
  isCount(value.messages) &&
  isText(value.hash) &&
  isCount(value.requests) &&
  Number.isFinite(value.since) &&
  Number.isFinite(value.last)

const isLoss = (value: unknown): value is Loss =>
  isObject(value) &&
  isText(value.reason) &&
  Object.hasOwn(lossFacts, value.reason) &&
  isCount(value.items) &&
  isCount(value.tokens) &&
  isCount(value.reported)

const isPlannedCompaction = (value: unknown): value is PlannedCompaction =>
  isObject(value) &&
  isText(value.key) &&
  isCount(value.events) &&
  (value.again === undefined || value.again === true)

const isDecision = (value: unknown): value is Decision =>
  isObject(value) &&
  decisionOrder.some(kind => kind === value.kind) &&
  isCount(value.at) &&
  isText(value.why) &&
  isText(value.hash) &&
  Array.isArray(value.units) &&
  value.units.every(isText) &&
  (value.lost === undefined || (Array.isArray(value.lost) && value.lost.every(isLoss)))

/** Fingerprint fields that every plan has. */
export const fingerprintParts: readonly Exclude<keyof Fingerprint, 'effort' | 'user'>[] = [
  'agent',
  'shown',
  'target',
  'model',
  'instruction',
  'state',
  'tools',
  'outputSchema',
  'budget',
]

/** Whether a value is a list of reasoning runs among the first `events` events, in order. */
const areRuns = (runs: readonly unknown[], events: number): boolean =>
  runs.every(
    run =>
      isObject(run) &&
      isCount(run.from) &&
      isCount(run.to) &&
      isCount(run.items) &&
      run.from <= run.to &&
      run.to < events,
  )

type FieldCheck = (value: unknown) => boolean

const isAbsentOr =
  (check: FieldCheck): FieldCheck =>
  value =>
    value === undefined || check(value)

const isFingerprint: FieldCheck = value =>
  isObject(value) &&
  fingerprintParts.every(part => isText(value[part])) &&
  isAbsentOr(isText)(value.effort) &&
  isAbsentOr(isText)(value.user)

/** Checks of each field of a plan. The version is checked before, and the checksum after. */
const fieldChecks: { readonly [Field in keyof Plan]-?: FieldCheck } = {
  version: () => true,
  fingerprint: isFingerprint,
  head: value => isObject(value) && isCount(value.events) && isText(value.hash),
  decisions: value => Array.isArray(value) && value.every(isDecision),
  reasoning: isCount,
  alive: isAbsentOr(Array.isArray),
  content: isAbsentOr(isText),
  declared: isAbsentOr(isCount),
  usage: isAbsentOr(isPlannedUsage),
  cache: isAbsentOr(isPlannedCache),
  compaction: isAbsentOr(isPlannedCompaction),
  step: isAbsentOr(isCount),
  budgetCost: isAbsentOr(value => value === true),
  check: isText,
}

/** Whether a value has the form of a plan. */
export function isPlan(value: unknown): value is Plan {
  if (!isObject(value)) return false
  if (!Object.entries(fieldChecks).every(([field, check]) => check(value[field]))) return false
  const { alive = [], head } = value as unknown as Plan
  return areRuns(alive, head.events)
}

/** Returns a plan that is unchanged since a compile returned it; null for any other value. */
export const intactPlan = (value: unknown): Plan | null =>
  isPlan(value) && value.check === planChecksum(value) ? value : null
