import type { Loss } from '../../ir/loss.ts'
import type {
  Decision,
  Fingerprint,
  Plan,
  PlannedCache,
  PlannedCompaction,
  PlannedUsage,
} from '../../ir/plan.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import { decisionOrder } from '../contract/plan.ts'
import {
  changesSelection,
  dropsSent,
  dropsUnitsOfEarlierRequest,
  selectionDigest,
  toolsDigest,
} from '../fit/changes.ts'
import type { History } from '../fit/choice.ts'
import type { Drafted } from '../fit/draft.ts'
import type { Earlier } from '../fit/earlier.ts'
import { changesBefore, knownRewrites, rewritesOf } from '../fit/rewrites-of.ts'
import { highWater } from '../fit/tally.ts'
import type { ReasoningChange } from '../loss/losses.ts'
import type { PassMark } from './pass-digest.ts'
import { sealPlan } from './plan-form.ts'
import { recordLosses } from './record-losses.ts'
import { DecisionRecorder } from './recorder.ts'

/** Current plan, and the new decisions that change the beginning of the request. */
export interface WrittenPlan {
  readonly plan: Plan
  readonly fresh: readonly Decision[]
  /** Reasoning that this request lost; null without an earlier plan, because the earlier request is then unknown. */
  readonly losses: readonly Loss[] | null
  /** Reasoning that a budget costs for the first time; null if it costs none, or did so before. */
  readonly budgetCost: Loss | null
}

/** Inputs of a plan: the chosen history, and the decisions of an earlier plan that are still valid. */
export interface PlanInput {
  readonly session: SessionView
  readonly change: ReasoningChange
  readonly history: History
  readonly drafted: Drafted
  readonly fingerprint: Fingerprint
  readonly earlier: Earlier | null
  /** Digest of the context blocks to which reasoning is bound; empty if there are none. */
  readonly beside: string
  /** Prefix after the window passes, as a digest; null if there are no window passes. */
  readonly passes: PassMark | null
  /** Usage reports to keep; null if reports cannot improve the token counts. */
  readonly usage: PlannedUsage | null
  /** Prefix of the request that an explicit cache may contain; null if no handler creates caches. */
  readonly cache: PlannedCache | null
  /** Compaction that was asked for and is not there yet; null if there is none. */
  readonly compaction: PlannedCompaction | null
  /** Price step of the request; null if the base prices apply. */
  readonly step: number | null
  /** Digest of the session's events; null if they cannot change. */
  readonly content: string | null
  /** Seq of the event with the declarations with which the request begins; null for the current ones. */
  readonly declared: number | null
  /** Whether a budget of the caller limits the input of a model that binds reasoning. */
  readonly isBudgeted: boolean
}

/** Writes the plan of a chosen history, and lists its new decisions. */
export function writePlan(input: PlanInput): WrittenPlan {
  const { session, history, fingerprint, earlier, beside, passes, usage, cache, compaction, step, change } =
    input
  const recorder = new DecisionRecorder(earlier?.decisions ?? [], session.length)
  recordDeclarations(recorder, input)
  recordStart(recorder, input)
  recordSession(recorder, input)
  recordPolicy(recorder, input)
  const { fresh } = recorder
  if (passes !== null)
    recorder.record({
      kind: 'passes',
      why: 'program',
      hash: passes.hash,
      changes: passes.moved && fresh.length === 0,
    })
  if (beside !== '') recorder.record({ kind: 'beside', why: 'policy', hash: beside, changes: false })
  recordReasoning(recorder, input)
  if (earlier !== null) recordLosses(recorder, change, history.reasoningFrom)
  const decisions = recorder.decisions.toSorted(
    (left, right) => decisionOrder.indexOf(left.kind) - decisionOrder.indexOf(right.kind),
  )
  const { spans } = session.units.rows
  const wasCostly = earlier?.plan.budgetCost === true
  const cost = (input.isBudgeted && change.losses.find(({ reason }) => reason === 'budget')) || null
  const head = { events: session.length, hash: spans.markAt(spans.length) }
  const plan = {
    ...{ fingerprint, head, decisions, reasoning: history.reasoningFrom },
    ...(change.alive.length > 0 && { alive: change.alive }),
    ...(input.content !== null && { content: input.content }),
    ...(input.declared !== null && { declared: input.declared }),
    ...(usage && { usage }),
    ...(cache && { cache }),
    ...(compaction && { compaction }),
    ...(step !== null && { step }),
    ...((wasCostly || cost !== null) && { budgetCost: true as const }),
  }
  const losses = earlier === null ? null : change.losses
  return {
    plan: sealPlan(plan),
    fresh,
    losses,
    budgetCost: wasCostly ? null : cost,
  }
}

/** Records changes of the declarations, and changes to the tools that the history caused. */
function recordDeclarations(
  recorder: DecisionRecorder,
  { session, history, drafted, earlier }: PlanInput,
): void {
  const changed = recorder.earlierOf('config-change')
  // If the configuration changes again, this is a new decision, even if no events were appended since the last change.
  if (earlier?.changed) recorder.renew('config-change', earlier.changed, String(session.length))
  else if (changed) recorder.keep(changed)
  const tools = toolsDigest(history, drafted)
  if (tools !== '') recorder.record({ kind: 'tools', why: 'called', hash: tools })
  else if (recorder.earlierOf('tools')) recorder.drop('tools')
}

/** Records the beginning of the history: a provider's compaction, and a trim of what follows it. */
function recordStart(recorder: DecisionRecorder, { session, history, earlier }: PlanInput): void {
  const { rows } = session.units
  const { floor, start, waiting } = history
  const idsOf = (units: readonly number[]): string[] => units.map(unit => rows.idOf(unit))
  if (floor !== null) {
    const moved = waiting.filter(ordinal => ordinal < floor.from)
    recorder.record({
      kind: 'compact',
      why: 'provider',
      units: idsOf([floor.holder, ...moved]),
      // The place of the units behind the compaction stays, although a later plan may know more about the answers.
      hash: `${rows.markOf(floor.holder)} ${rows.idOf(floor.last)}`,
    })
  }
  if (start > (floor?.from ?? 0))
    recorder.record({
      kind: 'trim',
      why: history.cause ?? recorder.earlierOf('trim')?.why ?? highWater,
      units: idsOf([start, ...waiting.filter(ordinal => ordinal >= (floor?.from ?? 0))]),
      hash: rows.markOf(start),
      changes: dropsSent(session, history, earlier),
    })
}

/** Records changes that events caused: summaries, rewinds, answers stored in the state, a new turn. */
function recordSession(recorder: DecisionRecorder, { session, earlier }: PlanInput): void {
  const { rows, moves, slide } = session.units
  const summaries = rows.covers.places().flatMap(([place, by]) => (place === by ? [] : [rows.idOf(by)]))
  if (summaries.length > 0)
    recorder.record({ kind: 'summary', why: 'event', units: summaries, hash: String(summaries.length) })
  if (rows.rewinds.length > 0) {
    const head = earlier?.head ?? 0
    const changes = rows.rewoundSince(head).some(unit => rows.seqOf(unit) < head)
    recorder.record({ kind: 'rewind', why: 'event', hash: String(rows.rewinds.length), changes })
  }
  const rewrites = rewritesOf(session)
  const newest = rewrites.at(-1)
  if (newest !== undefined) {
    const known = knownRewrites(recorder.earlierOf('redact'))
    const changes = changesBefore(rewrites, known, earlier?.head ?? 0)
    recorder.record({ kind: 'redact', why: 'found', hash: String(newest.at + 1), changes })
  }
  const hidden = moves.findLast(({ shown }) => !shown)
  if (hidden !== undefined)
    recorder.record({
      kind: 'state',
      why: 'key',
      units: [rows.idOf(hidden.unit)],
      hash: String(hidden.seq),
      changes: earlier !== null && dropsUnitsOfEarlierRequest(session, earlier),
    })
  if (slide !== null && slide > 0)
    recorder.record({ kind: 'slide', why: 'turn', units: [rows.idOf(slide)], hash: rows.markOf(slide) })
}

/** Records the decisions that depend on the agent's policy. */
function recordPolicy(recorder: DecisionRecorder, { session, history, earlier }: PlanInput): void {
  const { units } = session
  const { limits, compactBefore, supplementary, sent } = history
  // If the conversation units of a decision were in no earlier request, the decision does not change a request's
  // prefix.
  const changes = earlier === null || changesSelection(session, history, earlier)
  if (limits.some(limit => limit > 0))
    recorder.record({ kind: 'limit', why: 'tokens', hash: limits.join(' '), changes })
  if (compactBefore > 0)
    recorder.record({ kind: 'shorten', why: 'room', hash: String(compactBefore), changes })
  if (supplementary.since > 0) {
    const chosen = [...supplementary.chosen].map(unit => units.rows.idOf(unit))
    recorder.record({
      kind: 'supplementary',
      why: 'room',
      units: chosen,
      hash: String(supplementary.since),
      changes,
    })
  }
  if (limits.length === 0) return
  // Orders are compared instead of ordinals, because a moved unit is not sent at the place that its ordinal shows.
  const last = sent.reduce((newest, { ordinal }) => Math.max(newest, units.orderOf(ordinal)), -1)
  const isAlone = earlier !== null && recorder.fresh.length === 0
  const hash = `${last} ${selectionDigest(units, sent, last, session.length)}`
  recorder.record({ kind: 'selection', why: 'policy', hash, changes: changes && isAlone })
}

/** Records that reasoning is dropped, or that an earlier decision to drop it is still valid. */
function recordReasoning(recorder: DecisionRecorder, { history, earlier }: PlanInput): void {
  const { reasoningFrom, lostTo } = history
  const dropped = recorder.earlierOf('reasoning')
  if (dropped && reasoningFrom === earlier?.reasoningFrom) recorder.keep(dropped)
  else if (reasoningFrom > (earlier?.reasoningFrom ?? 0) && recorder.fresh.length === 0)
    recorder.record({
      kind: 'reasoning',
      why: lostTo ?? 'protected',
      hash: String(reasoningFrom),
    })
}
