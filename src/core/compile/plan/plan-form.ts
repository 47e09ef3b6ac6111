import { isObject } from '../../ir/json.ts'
import { type Loss, lossFacts } from '../../ir/loss.ts'
import type { Decision, Fingerprint, Plan, PlannedCache, PlannedCompaction } from '../../ir/plan.ts'
import { digest } from '../../text/digest.ts'
import { toJson } from '../../text/json.ts'
import { frozenJson } from '../../text/json-value.ts'
import { decisionOrder, type PassedPlan } from '../contract/plan.ts'
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

/** Form of one field of a plan. */
interface FieldForm {
  readonly check: FieldCheck
  /** Returns what the checksum covers of a present value. The checksums of stored plans depend on it. */
  readonly sum: (value: unknown) => readonly unknown[]
}

const itself = (value: unknown): readonly unknown[] => [value]

const optional = (check: FieldCheck, sum: FieldForm['sum'] = itself): FieldForm => ({
  check: isAbsentOr(check),
  sum,
})

/** Forms of the fields of a plan. The checksum covers the fields in this order. */
const fieldForms: { readonly [Field in keyof Plan]-?: FieldForm } = {
  version: { check: () => true, sum: () => [] },
  fingerprint: { check: isFingerprint, sum: value => [Object.values(value as Fingerprint)] },
  head: { check: value => isObject(value) && isCount(value.events) && isText(value.hash), sum: itself },
  decisions: { check: value => Array.isArray(value) && value.every(isDecision), sum: itself },
  reasoning: { check: isCount, sum: itself },
  alive: optional(Array.isArray, alive => [{ alive }]),
  content: optional(isText, content => [{ content }]),
  declared: optional(isCount, declared => [{ declared }]),
  usage: optional(isPlannedUsage),
  cache: optional(isPlannedCache),
  compaction: optional(isPlannedCompaction, compaction => [{ compaction }]),
  step: optional(isCount),
  budgetCost: optional(
    value => value === true,
    () => ['budgetCost'],
  ),
  check: { check: isText, sum: () => [] },
}

const fields = Object.entries(fieldForms)

/** Returns the checksum by which a modified plan is detected. */
export const planChecksum = (plan: Omit<Plan, 'check' | 'version'>): string =>
  digest(
    toJson(
      fields.flatMap(([field, { sum }]) => {
        const value = (plan as Readonly<Record<string, unknown>>)[field]
        return value === undefined ? [] : sum(value)
      }),
    ),
  ).slice(0, 12)

/** Plans that this process made. Nothing can change them, so they need no check. */
const sealed = new WeakSet<object>()

/** Returns a plan with its version and checksum, which nobody can change. */
export function sealPlan(plan: Omit<Plan, 'check' | 'version'>): Plan {
  const whole: Plan = { version: 1, ...plan, check: planChecksum(plan) }
  try {
    const made = frozenJson(whole) as unknown as Plan
    sealed.add(made)
    return made
  } catch {
    // A provider may have reported numbers that JSON does not have.
    return whole
  }
}

/** Whether a value has the form of a plan. */
function isPlan(value: unknown): value is Plan {
  if (!isObject(value)) return false
  if (!fields.every(([field, { check }]) => check(value[field]))) return false
  const { alive = [], head } = value as unknown as Plan
  return areRuns(alive, head.events)
}

/** Reads the value that a caller passed as plan. Without a value, there is no plan and nothing is refused. */
export function readPassedPlan(value: unknown): PassedPlan {
  if (value == null) return { plan: null, refused: null }
  if (isObject(value) && sealed.has(value)) return { plan: value as unknown as Plan, refused: null }
  if (isObject(value) && typeof value.version === 'number' && value.version !== 1)
    return { plan: null, refused: `its version is ${value.version}, but this release reads version 1` }
  if (!isPlan(value)) return { plan: null, refused: 'it is not a plan that compile returned' }
  return value.check === planChecksum(value)
    ? { plan: value, refused: null }
    : { plan: null, refused: 'it was changed since compile returned it' }
}
