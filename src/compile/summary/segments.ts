import type { Selection } from '../../context/selection/selection.ts'
import { effectFailed } from '../../diag/effect.ts'
import type { EffectOf } from '../../effect/effect.ts'
import type { AskedSummary, Wanted } from '../../effect/wanted.ts'
import type { EffectOutcome } from '../../ir/event.ts'
import { eventOrigin } from '../../ir/origin.ts'
import { currentInput } from '../../session/unit/current-input.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Setup } from '../contract/setup.ts'
import { sizeOfSpan } from '../contract/sizing.ts'
import type { History } from '../fit/choice.ts'
import type { Materials } from './messages.ts'
import { isOld, ruleOf, type SummaryRule } from './rules.ts'

/** Share of the room from which summaries are asked for, on the way from the low mark to the whole room. */
const early = 1 / 2

/** Most tokens of a segment, where the policy does not say. */
const mostTokens = 8_000

/** Most summaries that one compile asks for. */
const mostAtOnce = 8

/** Consecutive units that one summary is to stand for. */
interface Segment {
  readonly rule: SummaryRule
  readonly branch: string
  readonly units: number[]
  tokens: number
  /** Tokens from which it is whole. */
  whole: number
}

/** Inputs of asking for summaries. */
export interface Asking {
  readonly session: SessionView
  readonly selection: Selection
  readonly history: History
  readonly setup: Setup
  readonly materials: Materials
  readonly wants: Wanted
}

/** Returns the summaries to ask for: of the oldest units that are sent, those that would be dropped next or that are old. */
export function wantedSegments(asking: Asking): readonly EffectOf<'summarize'>[] {
  const { history, setup, selection } = asking
  const { tokens: room } = setup.room
  const { low } = setup
  const isFilling = history.count.max > (low + (1 - low) * early) * room
  // A trim drops as much as this of the oldest units.
  const reach = isFilling ? (1 - low) * room : 0
  const most = Math.max(1, Math.min(mostTokens, Math.floor(((1 - low) * room) / 2)))
  const found: EffectOf<'summarize'>[] = []
  const current = currentInput(asking.session.units)
  const { units } = asking.session
  const from = units.after((history.floor ?? 0) - 1)
  let passed = 0
  let open = null as Segment | null
  for (let unit = from; unit < units.rows.length; unit = units.after(unit)) {
    const rule = current.has(unit) ? null : mayCover(unit, asking)
    if (rule === null) continue
    const tokens = sizeOf(unit, asking)
    // Units before the history are left out already.
    const isDue = unit < history.start || isOld(rule, selection, unit) || passed < reach
    if (unit >= history.start) passed += tokens
    if (!isDue || found.length === mostAtOnce) break
    const branch = units.rows.branchOf(unit)
    if (open?.rule !== rule || open.branch !== branch)
      open = { rule, branch, units: [], tokens: 0, whole: rule.segment ?? most }
    open.units.push(unit)
    open.tokens += tokens
    if (open.tokens < open.whole) continue
    const { effect, outcome } = effectFor(open, asking)
    // A summary that failed is asked for again once it would stand for as much more.
    if (outcome !== undefined && 'error' in outcome) {
      open.whole += rule.segment ?? most
      noteFailure(outcome, effect, asking)
    } else {
      if (outcome === undefined) found.push(effect)
      open = null
    }
  }
  return found
}

/** Returns the rule by which a unit may be summarized; null if it may not. */
function mayCover(unit: number, { session: { units }, selection, history }: Asking): SummaryRule | null {
  const { rows } = units
  if (units.isHidden(unit) || units.isGrowing(unit) || unit === history.floor) return null
  if (rows.covers.sourceOf(unit) !== unit || rows.ownKindOf(unit) === 'summary') return null
  return units.tierOf(unit) === 'critical' ? null : ruleOf(selection, unit)
}

/** Estimates the tokens of a unit by its length, whether or not it is sent. */
function sizeOf(unit: number, { session: { units }, setup }: Asking): number {
  const { rows } = units
  return rows.spansOf(unit).reduce((sum, span) => sum + sizeOfSpan(rows.spans, span, setup.sizing), 0)
}

/** Takes note of a summary that failed, wherever it would be asked for. */
export function noteFailure(
  { handler, error: why }: EffectOutcome & { readonly error: string },
  { covers = [] }: EffectOf<'summarize'>,
  { wants }: Asking,
): void {
  wants.note({
    kind: `summary failed ${handler} ${why}`,
    say: places => effectFailed({ kind: 'summarize', handler, why }, places),
    at: eventOrigin(covers[0]?.from ?? 0, 0),
  })
}

/** Returns the work of summarizing a segment, and its outcome if there is one. */
const effectFor = ({ rule, units }: Segment, { materials, wants }: Asking): AskedSummary =>
  wants.summary(materials.inputOf(rule, materials.of(units).messages), materials.rangesOf(units))
