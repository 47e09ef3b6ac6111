import type { LossReason } from '../../ir/loss.ts'
import type { Decision, DecisionKind, Fingerprint, Plan } from '../../ir/plan.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { HeadChange } from '../contract/core-input.ts'
import type { PassedPlan } from '../contract/plan.ts'
import type { Setup } from '../contract/setup.ts'
import type { Earlier } from '../fit/earlier.ts'
import { reasoningAfterReports } from '../fit/reported-reasoning.ts'
import { changesBefore, knownRewrites, rewritesOf } from '../fit/rewrites-of.ts'
import { allSupplementary } from '../fit/window.ts'
import { contentDigest } from './content-digest.ts'
import { differsUnbound } from './fingerprint.ts'
import { type ModelChange, reasoningForModel } from './model-change.ts'
import { fingerprintParts, isCount } from './plan-form.ts'

/** Configuration of the current compile, for comparison with an earlier plan. */
interface Configuration extends Fingerprint {
  /** Share of the limit that a trim leaves in use, from 0 to 1. */
  readonly low: number
  readonly setup: ModelChange
  /** Newest change of the declarations before the history that the session records; null if it records none. */
  readonly headChange: HeadChange | null
}

/** Decisions of an earlier plan, or the reason why it cannot be used. */
export type ReadPlan = { readonly earlier: Earlier } | { readonly refused: string }

/**
 * Returns the decisions of an earlier plan that are still valid for a session, or the reason why the plan cannot be
 * used.
 */
export function earlierDecisions(
  { plan, refused }: PassedPlan,
  session: SessionView,
  setup: Pick<Setup, 'fingerprint' | 'low'> & ModelChange,
  headChange: HeadChange | null = null,
): { readonly earlier: Earlier | null; readonly refused: string | null } {
  if (plan === null) return { earlier: null, refused }
  const read = readPlan(plan, session, { ...setup.fingerprint(), low: setup.low, setup, headChange })
  return 'earlier' in read
    ? { earlier: read.earlier, refused: null }
    : { earlier: null, refused: read.refused }
}

/** Reads the decisions of a plan. A plan of another session is refused as a whole. */
function readPlan(plan: Plan, session: SessionView, now: Configuration): ReadPlan {
  if (plan.head.events > session.length) return { refused: 'the session is shorter than at that compile' }
  const begun = historyDecisions(plan, session)
  return begun === null
    ? { refused: 'it belongs to another session' }
    : {
        earlier: withEdits(
          withReports(withBeginning(validDecisions(plan, session, now, begun), session, now), session),
          session,
          now,
        ),
      }
}

/** Drops reasoning that the provider reported since the plan as not used, if it will never use it again. */
function withReports(earlier: Earlier, session: SessionView): Earlier {
  const reasoningFrom = reasoningAfterReports(session, earlier.head)
  return reasoningFrom <= earlier.reasoningFrom ? earlier : { ...earlier, reasoningFrom, lostTo: 'reported' }
}

/** Drops all reasoning if the messages that told of changed declarations are no longer shown. */
function withBeginning(earlier: Earlier, session: SessionView, { setup: { sight } }: Configuration): Earlier {
  const { declared } = earlier.plan
  return declared === undefined || declared === sight.declaredAt || earlier.reasoningFrom >= session.length
    ? earlier
    : { ...earlier, reasoningFrom: session.length, lostTo: 'instruction' }
}

/** Drops all reasoning if the caller has changed messages of the planned request, which it is bound to. */
function withEdits(
  earlier: Earlier,
  session: SessionView,
  {
    setup: {
      facts: { binds },
    },
  }: Configuration,
): Earlier {
  const { plan, head, reasoningFrom } = earlier
  const isSame = plan.content === undefined || !binds || plan.content === contentDigest(session, head, binds)
  return isSame || reasoningFrom >= session.length
    ? earlier
    : { ...earlier, reasoningFrom: session.length, lostTo: 'edited' }
}

/** Returns a plan's decisions about the history; null if the plan belongs to another session. */
function historyDecisions(plan: Plan, session: SessionView): Begun | null {
  const { rows } = session.units
  const { head, decisions } = plan
  if (rows.spans.markAt(rows.spans.firstRunFrom(head.events)) !== head.hash) return null
  const trim = decisions.find(({ kind }) => kind === 'trim')
  const start = trim ? rows.ordinalOf(trim.units[0] ?? '') : 0
  if (start === null || (trim && rows.markOf(start) !== trim.hash)) return null
  const carried = (trim?.units.slice(1) ?? []).map(id => rows.ordinalOf(id))
  const known = policyDecisions(plan, session)
  return known === null || carried.includes(null) ? null : { start, carried: carried as number[], ...known }
}

type Begun = Pick<Earlier, 'start' | 'carried' | 'compactBefore' | 'supplementary' | 'limits'>

const begunAnew: Begun = {
  start: 0,
  carried: [],
  compactBefore: 0,
  supplementary: allSupplementary,
  limits: [],
}

/**
 * Returns a plan's decisions about an agent's policy; null if they are malformed or refer to unknown conversation
 * units.
 */
function policyDecisions({ decisions }: Plan, session: SessionView): Omit<Begun, 'start' | 'carried'> | null {
  const plannedDecisionOf = (kind: DecisionKind): Decision | undefined =>
    decisions.find(decision => decision.kind === kind)
  const supplementary = plannedDecisionOf('supplementary')
  const chosen = (supplementary?.units ?? []).map(id => session.units.rows.ordinalOf(id))
  const since = Number(supplementary?.hash ?? 0)
  const compactBefore = Number(plannedDecisionOf('shorten')?.hash ?? 0)
  const limits = (plannedDecisionOf('limit')?.hash ?? '').split(' ').map(Number)
  if (![since, compactBefore, ...limits].every(isCount) || chosen.includes(null)) return null
  return { compactBefore, limits, supplementary: { chosen: new Set(chosen as number[]), since } }
}

/** Compares a plan of this session with the current configuration, and returns the decisions that are still valid. */
function validDecisions(plan: Plan, session: SessionView, now: Configuration, begun: Begun): Earlier {
  const { start } = begun
  const head = plan.head.events
  const { decisions } = plan
  const same: Earlier = {
    ...{ plan, ...begun, reasoningFrom: plan.reasoning, head, decisions },
    ...{ lostTo: null, changed: null },
  }
  const { effort = now.effort, user = now.user } = plan.fingerprint
  const changed: readonly (keyof Fingerprint)[] = [
    ...fingerprintParts.filter(part => plan.fingerprint[part] !== now[part]),
    ...(now.effort !== undefined && effort !== now.effort ? (['effort'] as const) : []),
    ...(now.user !== undefined && user !== now.user ? (['user'] as const) : []),
  ]
  // If a rewind removed the unit at which the history began, a new beginning is chosen.
  const isRewound = start > 0 && session.units.rows.rewoundSince(head).some(from => from <= start)
  if (changed.length === 0 && isRewound)
    return { ...same, ...begunAnew, reasoningFrom: session.length, lostTo: 'rewind' }
  // Nothing before the history depends on the budget. So a new beginning is chosen only if the budget grew by more than
  // the amount that a trim frees. If living reasoning is bound to the beginning, most of the new room must be gained.
  const keeps = plan.alive !== undefined && now.setup.target.bindsReasoning(now.setup.facts)
  const isRoomier = start > 0 && isMuchMore(plan.fingerprint.budget, now, keeps ? mostOfRoom : 0)
  const isFree = differsUnbound(plan.fingerprint.outputSchema, now.outputSchema)
  const counts = changed.filter(
    part => (part !== 'budget' || isRoomier) && !(part === 'outputSchema' && isFree),
  )
  if (counts.length === 0) {
    const kept = isFree ? { ...same, changed: 'outputSchema' } : same
    return sentRedactedWords(plan, session)
      ? { ...kept, reasoningFrom: session.length, lostTo: 'protected' }
      : kept
  }
  // The messages stay the same for another model, which is sent the earlier reasoning that it reads.
  if (counts.length === 1 && counts[0] === 'model' && !isRewound) {
    const isFound = sentRedactedWords(plan, session)
    const reasoningFrom = isFound ? session.length : reasoningForModel(plan, session, start, now.setup)
    const told = decisions.filter(({ kind }) => kind !== 'reasoning' || reasoningFrom === plan.reasoning)
    return {
      ...{ ...same, reasoningFrom, decisions: told },
      ...{ lostTo: isFound ? 'protected' : 'model', changed: 'model' },
    }
  }
  const names = counts.flatMap(part =>
    part === 'state'
      ? changedKeys(plan.fingerprint.state, now.state).map(key => `{${key}}`)
      : [part === 'shown' ? 'what the agent is shown' : part],
  )
  const why = names.join(', ')
  const dropped = {
    reasoningFrom: session.length,
    lostTo: reasonOf(counts[0] as keyof Fingerprint, plan, now),
  }
  if (counts.some(part => part !== 'state' && part !== 'effort' && part !== 'user'))
    return { plan, ...begunAnew, ...dropped, head, decisions: [], changed: why }
  // The history keeps its beginning. But earlier reasoning is bound to the instruction or the effort, which has
  // changed.
  const kept = decisions.filter(({ kind }) => kind !== 'reasoning')
  return { ...same, ...dropped, decisions: kept, changed: why }
}

/** Parts of the configuration whose changes messages may tell. */
const declaredParts: ReadonlySet<keyof Fingerprint> = new Set([
  'instruction',
  'state',
  'tools',
  'outputSchema',
  'effort',
])

/**
 * Returns the reason for which a changed part of the configuration ends reasoning. Changes of which messages told the
 * model ended none, so only the change counts with which a request begins anew.
 */
function reasonOf(
  part: keyof Fingerprint,
  { declared, head }: Plan,
  { headChange }: Configuration,
): LossReason {
  const isAnew = declared !== undefined && headChange !== null && headChange.before >= head.events
  return isAnew && declaredParts.has(part) ? headChange.reason : lossBy[part]
}

/** Reasons for which reasoning is lost, by the part of the configuration that changed. */
const lossBy: Readonly<Record<keyof Fingerprint, LossReason>> = {
  agent: 'agent',
  shown: 'window',
  target: 'target',
  model: 'model',
  instruction: 'instruction',
  state: 'instruction',
  tools: 'tools',
  outputSchema: 'schema',
  budget: 'larger-budget',
  effort: 'effort',
  user: 'end-user',
}

/**
 * Whether a protected value was found later in content that the planned request had sent. If so, reasoning may refer to
 * the original words.
 */
function sentRedactedWords({ head, decisions }: Plan, session: SessionView): boolean {
  const known = knownRewrites(decisions.find(({ kind }) => kind === 'redact'))
  return changesBefore(rewritesOf(session), known, head.events)
}

/** Returns the state keys whose values in the instruction have changed. */
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

/** Share of a larger limit that must be new, if earlier history is restored at the cost of living reasoning. */
const mostOfRoom = 0.75

/**
 * Whether a limit grew by more than the amount that a trim frees, and by more than a share `least` of the new limit.
 */
function isMuchMore(before: string, { budget: limit, low }: Configuration, least: number): boolean {
  const [old = ''] = before.split(' ')
  if (old === '') return false
  return limit === '' || Number(limit) - Number(old) > Math.max(1 - low, least) * Number(limit)
}
