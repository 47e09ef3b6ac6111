import { isObject } from '../ir/json.ts'
import type { Session } from '../session/session.ts'
import { type Decision, decisionOrder, type Fingerprint, type Plan } from './plan.ts'

/** What an earlier plan still says. */
export interface Earlier {
  readonly plan: Plan
  /** Ordinal of the unit at which the history began. */
  readonly start: number
  /** Reasoning of earlier events than this one is left out. */
  readonly reasoning: number
  /** How many events the session had. */
  readonly head: number
  /** Those decisions that still hold. */
  readonly decisions: readonly Decision[]
  /** What is declared differently since; null for nothing that changes the request's beginning. */
  readonly changed: keyof Fingerprint | null
}

/** A plan read, or why it cannot be used. */
export type Read = { readonly earlier: Earlier } | { readonly refused: string }

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const isText = (value: unknown): value is string => typeof value === 'string'

const isDecision = (value: unknown): value is Decision =>
  isObject(value) &&
  decisionOrder.some(kind => kind === value.kind) &&
  isCount(value.at) &&
  isText(value.why) &&
  isText(value.hash) &&
  Array.isArray(value.units) &&
  value.units.every(isText)

const parts: readonly (keyof Fingerprint)[] = [
  'target',
  'model',
  'instruction',
  'tools',
  'outputSchema',
  'budget',
]

function isPlan(value: unknown): value is Plan {
  if (!isObject(value)) return false
  const { fingerprint, head, decisions, reasoning } = value
  return (
    isObject(fingerprint) &&
    parts.every(part => isText(fingerprint[part])) &&
    isObject(head) &&
    isCount(head.events) &&
    isText(head.hash) &&
    isCount(reasoning) &&
    Array.isArray(decisions) &&
    decisions.every(isDecision)
  )
}

/** Reads a plan from outside: what is no plan, or one of another session, is refused as a whole. */
export function readPlan(value: unknown, session: Session, fingerprint: Fingerprint): Read {
  if (isObject(value) && value.version !== 1)
    return { refused: `its version is ${JSON.stringify(value.version) ?? 'missing'}, not 1` }
  if (!isPlan(value)) return { refused: 'it is not what a compile gave' }
  const { rows } = session.units
  const { head, decisions } = value
  if (head.events > session.length) return { refused: 'the session is shorter than it was' }
  if (rows.spans.markAt(rows.spans.firstOf(head.events)) !== head.hash)
    return { refused: 'it was made of another session' }
  const trim = decisions.find(({ kind }) => kind === 'trim')
  const start = trim ? rows.ordinalOf(trim.units[0] ?? '') : 0
  if (start === null || (trim && rows.markOf(start) !== trim.hash))
    return { refused: 'it was made of another session' }
  return { earlier: against(value, session, fingerprint, start, trim?.at ?? 0) }
}

/** What a plan of this session says under a configuration that may be another. */
function against(plan: Plan, session: Session, now: Fingerprint, start: number, trimmed: number): Earlier {
  const head = plan.head.events
  const reasoning = Math.max(plan.reasoning, trimmed)
  const different = parts.find(part => plan.fingerprint[part] !== now[part]) ?? null
  if (different === null) return { plan, start, reasoning, head, decisions: plan.decisions, changed: null }
  // Another budget changes nothing as long as all of the history fits both.
  if (different === 'budget' && start === 0)
    return { plan, start, reasoning, head, decisions: plan.decisions, changed: null }
  return { plan, start: 0, reasoning: session.length, head, decisions: [], changed: different }
}
