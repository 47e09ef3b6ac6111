import type { PolicySelection } from '../../context/selection/selection.ts'
import { effectFailed } from '../../diag/effect.ts'
import type { EffectOf } from '../../effect/effect.ts'
import type { AskedSummary, Wanted } from '../../effect/wanted.ts'
import { eventOrigin } from '../../ir/origin.ts'
import { currentInput } from '../../session/unit/current-input.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Setup } from '../contract/setup.ts'
import { sizeOfSpan } from '../contract/sizing.ts'
import type { History } from '../fit/choice.ts'
import { isFilling, softSize } from '../fit/step.ts'
import type { Materials } from './messages.ts'
import { isOldUnit, type SummaryRule, summaryRuleOf, summaryRules } from './rules.ts'

/** Maximum tokens of a segment (units that one summary replaces), if the policy does not declare one. */
const mostTokens = 8_000

/** Maximum number of summaries that one compile requests. */
const mostAtOnce = 8

/** Conversation units that one summary will replace. */
interface Segment {
  readonly key: string
  readonly rule: SummaryRule
  readonly units: number[]
  tokens: number
  /** Number of attempts to summarize this segment, including the current one. */
  tries: number
}

/** Inputs for requesting summaries. */
export interface SummaryAsking {
  readonly session: SessionView
  readonly selection: PolicySelection
  readonly history: History
  readonly setup: Setup
  readonly materials: Materials
  readonly wants: Wanted
  /** Whether each summary is limited to one speaker, because another agent of the program does not see all speakers. */
  readonly speakersApart: boolean
  readonly settled: SettledUnits
  /** Whether a compaction of the provider is expected, which makes room in place of summaries. */
  readonly isCompacted: boolean
  /** Number of events at the last compile. Failures that were recorded earlier were already reported. */
  readonly since: number
}

/** Conversation units at the start of a session that no longer need a summary. Compiles skip them. */
export class SettledUnits {
  private unit = 0
  private epoch = ''

  /**
   * Returns the first unit to check. `epoch` changes whenever older units are shown or hidden; a new `epoch` resets the
   * result.
   */
  firstUnsettled(epoch: string): number {
    if (this.epoch !== epoch) this.unit = 0
    this.epoch = epoch
    return this.unit
  }

  settleUpTo(unit: number): void {
    this.unit = unit
  }
}

/**
 * Returns the summaries to request. They summarize the oldest sent units that are old or that the next trim will drop.
 */
export function segmentsToRequest(asking: SummaryAsking): readonly EffectOf<'summarize'>[] {
  const { history, setup, selection, session } = asking
  const { units } = session
  // The next trim drops this many tokens of the oldest units.
  const dropped = (1 - setup.low) * softSize(setup.room)
  const reach = !asking.isCompacted && isFilling(history, setup) ? dropped : 0
  const found: EffectOf<'summarize'>[] = []
  const current = currentInput(units)
  const open = new Map<string, Segment>()
  let passed = 0
  const from = units.placeAfter(
    Math.max(history.floor?.from ?? 0, asking.settled.firstUnsettled(units.epoch)) - 1,
  )
  for (
    let unit = from;
    unit < units.rows.length && found.length < mostAtOnce;
    unit = units.placeAfter(unit)
  ) {
    const rule = current.has(unit) ? null : summaryRuleFor(unit, asking)
    if (rule === null) continue
    const tokens = estimateUnitTokens(unit, asking)
    // Units before the beginning of the history are already dropped.
    const isDue = unit < history.start || isOldUnit(rule, selection, unit) || passed < reach
    if (unit >= history.start) passed += tokens
    const segment = segmentOf(unit, rule, asking, open)
    // If the next trim would drop only a part of a segment, the segment is first completed. Otherwise there would be no
    // summary for that part after the trim.
    if (!isDue && (reach === 0 || segment.units.length === 0)) break
    segment.units.push(unit)
    segment.tokens += tokens
    const whole = segmentTokens(rule, dropped)
    if (segment.tokens < whole * segment.tries) continue
    const asked = summaryEffectFor(segment, asking)
    const { effect, outcome } = asked
    noteSummaryFailure(asked, asking)
    // After a failure, a summary is requested a second time once its segment has doubled in size.
    if (outcome !== undefined && 'error' in outcome && segment.tries < mostTries) segment.tries++
    else {
      if (outcome === undefined) found.push(effect)
      open.delete(segment.key)
      if (open.size === 0 && outcome !== undefined && 'error' in outcome) asking.settled.settleUpTo(unit + 1)
    }
  }
  return found
}

/** Maximum number of requests for a segment's summary if requests fail. */
const mostTries = 2

/**
 * Returns the tokens of a complete segment. They never exceed the tokens that a trim drops. A larger segment would get
 * its summary too late.
 */
function segmentTokens({ segment, olderThan }: SummaryRule, dropped: number): number {
  const most = Math.max(1, Math.min(mostTokens, Math.floor(dropped / 2)))
  return olderThan === undefined ? Math.min(segment ?? most, Math.max(1, dropped)) : (segment ?? most)
}

/**
 * Returns the segment that contains a unit. All units of a segment have one rule and one branch, and also one speaker
 * if each summary is limited to one speaker.
 */
function segmentOf(
  unit: number,
  rule: SummaryRule,
  { session, selection, speakersApart }: SummaryAsking,
  open: Map<string, Segment>,
): Segment {
  const { rows } = session.units
  const speaker = speakersApart ? rows.authorOf(unit) : ''
  const key = JSON.stringify([summaryRules(selection).indexOf(rule), rows.branchOf(unit), speaker])
  const segment = open.get(key) ?? { key, rule, units: [], tokens: 0, tries: 1 }
  open.set(key, segment)
  return segment
}

/** Returns the rule under which a conversation unit may be summarized; null if there is none. */
export function summaryRuleFor(
  unit: number,
  { session: { units }, selection, history }: Pick<SummaryAsking, 'session' | 'selection' | 'history'>,
): SummaryRule | null {
  const { rows } = units
  if (units.isHidden(unit) || units.isGrowing(unit) || unit === history.floor?.holder) return null
  if (rows.covers.unitShownAt(unit) !== unit || rows.ownKindOf(unit) === 'summary') return null
  return units.tierOf(unit) === 'critical' ? null : summaryRuleOf(selection, unit)
}

/** Estimates the tokens of a unit only from its length, whether or not the unit is sent. */
function estimateUnitTokens(unit: number, { session: { units }, setup }: SummaryAsking): number {
  const { rows } = units
  return rows.spansOf(unit).reduce((sum, span) => sum + sizeOfSpan(rows.spans, span, setup.sizing), 0)
}

/** Reports a summary request that has failed since the last compile. */
export function noteSummaryFailure(
  { effect, outcome, seq }: AskedSummary,
  { wants, since }: SummaryAsking,
): void {
  if (outcome === undefined || !('error' in outcome) || seq < since) return
  const { handler, error: why } = outcome
  const { covers = [] } = effect
  wants.note({
    kind: `summary failed ${handler} ${why}`,
    say: places => effectFailed({ kind: 'summarize', handler, why }, places),
    at: eventOrigin(covers[0]?.from ?? 0, 0),
  })
}

/** Returns the work of summarizing a segment, with its outcome if the work was already done. */
const summaryEffectFor = ({ rule, units }: Segment, { materials, wants }: SummaryAsking): AskedSummary =>
  wants.summary(materials.summarizeInput(rule, materials.materialOf(units)), materials.eventRangesOf(units))
