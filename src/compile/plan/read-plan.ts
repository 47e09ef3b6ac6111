import { isObject } from '../../ir/json.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import {
  checkOf,
  type Decision,
  type DecisionKind,
  decisionOrder,
  type Fingerprint,
  type Plan,
} from '../contract/plan.ts'
import type { Earlier } from '../fit/earlier.ts'
import { allExtras } from '../fit/window.ts'

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
    isText(value.check) &&
    Array.isArray(decisions) &&
    decisions.every(isDecision)
  )
}

/** Reads the plan of an earlier compile, as far as it is valid for a session, and says why it is refused where it is not. */
export function earlierOf(
  plan: unknown,
  session: SessionView,
  fingerprint: () => Fingerprint,
): { readonly earlier: Earlier | null; readonly refused: string | null } {
  if (plan === undefined || plan === null) return { earlier: null, refused: null }
  const read = readPlan(plan, session, fingerprint())
  return 'earlier' in read
    ? { earlier: read.earlier, refused: null }
    : { earlier: null, refused: read.refused }
}

/** Reads a plan from outside: what is no plan, or one of another session, is refused as a whole. */
function readPlan(value: unknown, session: SessionView, fingerprint: Fingerprint): Read {
  if (isObject(value) && typeof value.version === 'number' && value.version !== 1)
    return { refused: `its version is ${value.version}, not 1` }
  if (!isPlan(value)) return { refused: 'it is not what a compile gave' }
  if (value.check !== checkOf(value)) return { refused: 'it was changed' }
  const { rows } = session.units
  const { head, decisions } = value
  if (head.events > session.length) return { refused: 'the session is shorter than it was' }
  if (rows.spans.markAt(rows.spans.firstOf(head.events)) !== head.hash)
    return { refused: 'it was made of another session' }
  const trim = decisions.find(({ kind }) => kind === 'trim')
  const start = trim ? rows.ordinalOf(trim.units[0] ?? '') : 0
  if (start === null || (trim && rows.markOf(start) !== trim.hash))
    return { refused: 'it was made of another session' }
  const held = (trim?.units.slice(1) ?? []).map(id => rows.ordinalOf(id))
  if (held.includes(null)) return { refused: 'it was made of another session' }
  const known = policyOf(value, session)
  if (known === null) return { refused: 'it was made of another session' }
  return { earlier: against(value, session, fingerprint, { start, held: held as number[], ...known }) }
}

type Begun = Pick<Earlier, 'start' | 'held' | 'pressed' | 'extras' | 'limits'>

const begunAnew: Begun = { start: 0, held: [], pressed: 0, extras: allExtras, limits: [] }

/** Returns a plan's decisions about an agent's policy; null if their units are not there. */
function policyOf({ decisions }: Plan, session: SessionView): Omit<Begun, 'start' | 'held'> | null {
  const found = (kind: DecisionKind): Decision | undefined =>
    decisions.find(decision => decision.kind === kind)
  const supplementary = found('supplementary')
  const chosen = (supplementary?.units ?? []).map(id => session.units.rows.ordinalOf(id))
  const since = Number(supplementary?.hash ?? 0)
  const pressed = Number(found('shorten')?.hash ?? 0)
  const limits = (found('limit')?.hash ?? '').split(' ').map(Number)
  if (![since, pressed, ...limits].every(isCount) || chosen.includes(null)) return null
  return { pressed, limits, extras: { chosen: new Set(chosen as number[]), since } }
}

/** Reads a plan of this session under a configuration that may have changed. */
function against(plan: Plan, session: SessionView, now: Fingerprint, begun: Begun): Earlier {
  const { start } = begun
  const head = plan.head.events
  const { decisions } = plan
  const same: Earlier = { plan, ...begun, reasoning: plan.reasoning, head, decisions, changed: null }
  const changed = parts.filter(part => plan.fingerprint[part] !== now[part])
  // A rewind removed the place where the history began, so the history begins again.
  const { rewinds } = session.units.rows
  const known = Number(decisions.find(({ kind }) => kind === 'rewind')?.hash ?? 0)
  if (changed.length === 0 && start > 0 && rewinds.slice(known).some(from => from <= start))
    return { ...same, ...begunAnew, reasoning: session.length }
  // Nothing before the history depends on the budget; and only one that grew by more than a trim frees begins anew.
  const isRoomier = start > 0 && isMuchMore(plan.fingerprint.budget, now.budget)
  const counts = changed.filter(part => part !== 'budget' || isRoomier)
  if (counts.length === 0) return same
  const names = counts.flatMap(part =>
    part === 'state'
      ? changedKeys(plan.fingerprint.state, now.state).map(key => `{${key}}`)
      : [part === 'shown' ? 'what the agent is shown' : part],
  )
  const why = names.join(', ')
  const reasoning = session.length
  if (counts.some(part => part !== 'state'))
    return { plan, ...begunAnew, reasoning, head, decisions: [], changed: why }
  // The history stays where it is; thoughts were made behind other words.
  const kept = decisions.filter(({ kind }) => kind !== 'reasoning')
  return { ...same, reasoning, decisions: kept, changed: why }
}

/** The keys of the state whose values in the instruction are others now. */
function changedKeys(before: string, now: string): string[] {
  const [old, fresh] = [before.split(' '), now.split(' ')]
  const differing = [
    ...old.filter(value => !fresh.includes(value)),
    ...fresh.filter(value => !old.includes(value)),
  ]
  return [
    ...new Set(differing.flatMap(value => (value === '' ? [] : [value.slice(0, value.lastIndexOf('='))]))),
  ]
}

/** Whether a limit grew by more than trimming would free. */
function isMuchMore(before: string, now: string): boolean {
  const [old = ''] = before.split(' ')
  const [limit = '', low = '1'] = now.split(' ')
  if (old === '') return false
  return limit === '' || Number(limit) - Number(old) > (1 - Number(low)) * Number(limit)
}
