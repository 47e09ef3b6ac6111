import type { SessionView } from '../../session/unit/session-view.ts'
import {
  checkOf,
  type Decision,
  type DecisionKind,
  decisionOrder,
  type Fingerprint,
  type Plan,
} from '../contract/plan.ts'
import { changesSelection, dropsSent, hidesSent, selectionDigest, toolsDigest } from '../fit/changes.ts'
import type { History } from '../fit/choice.ts'
import type { Drafted } from '../fit/draft.ts'
import type { Earlier } from '../fit/earlier.ts'
import type { PassMark } from './pass-digest.ts'

/** Plan that holds now, and the decisions in it that are new. */
export interface Decided {
  readonly plan: Plan
  readonly fresh: readonly Decision[]
}

/** Inputs of a plan: what was chosen, and what an earlier plan still says. */
export interface PlanInput {
  readonly session: SessionView
  readonly history: History
  readonly drafted: Drafted
  readonly fingerprint: Fingerprint
  readonly earlier: Earlier | null
  /** A digest of the context blocks to which reasoning is bound; empty for none. */
  readonly beside: string
  /** A digest of what window passes made; null where there are none. */
  readonly passes: PassMark | null
}

/** Writes the plan of a chosen history, and lists what was not decided before. */
export function writePlan(input: PlanInput): Decided {
  const { session, history, drafted, fingerprint, earlier, beside, passes } = input
  const { rows } = session.units
  const held = new Map(earlier?.decisions.map(decision => [decision.kind, decision]))
  const decisions: Decision[] = []
  const fresh: Decision[] = []
  const hold = (
    kind: DecisionKind,
    why: string,
    units: readonly string[],
    hash: string,
    changes = true,
  ): void => {
    const known = held.get(kind)
    const same = known?.hash === hash && known.units.join() === units.join()
    const decision = same ? known : { kind, at: session.length, why, units, hash }
    decisions.push(decision)
    if (!same && changes) fresh.push(decision)
  }
  const changed = held.get('config-change')
  if (earlier?.changed) {
    const at = session.length
    const decision: Decision = {
      kind: 'config-change',
      at,
      why: earlier.changed,
      units: [],
      hash: String(at),
    }
    decisions.push(decision)
    // Another change at the same length is another decision.
    fresh.push(decision)
  } else if (changed) decisions.push(changed)
  const tools = toolsDigest(history, drafted)
  if (tools !== '') hold('tools', 'called', [], tools)
  else if (held.has('tools'))
    fresh.push({ kind: 'tools', at: session.length, why: 'none', units: [], hash: '' })
  const { floor, start, waiting } = history
  if (floor !== null) {
    const moved = waiting.filter(ordinal => ordinal < floor)
    hold(
      'compact',
      'provider',
      [floor, ...moved].map(ordinal => rows.idOf(ordinal)),
      rows.markOf(floor),
    )
  } else if (start > 0) {
    const units = [start, ...waiting].map(ordinal => rows.idOf(ordinal))
    hold('trim', 'high-water', units, rows.markOf(start), dropsSent(session, history, earlier))
  }
  const summaries = rows.covers.places().flatMap(([place, by]) => (place === by ? [] : [rows.idOf(by)]))
  if (summaries.length > 0) hold('summary', 'event', summaries, String(summaries.length))
  if (rows.rewinds.length > 0) {
    const known = Number(held.get('rewind')?.hash ?? 0)
    const hides = rows.rewinds.slice(known).some(unit => rows.seqOf(unit) < (earlier?.head ?? 0))
    hold('rewind', 'event', [], String(rows.rewinds.length), hides)
  }
  const hidden = session.units.moves.findLast(({ shown }) => !shown)
  if (hidden !== undefined)
    hold(
      'state',
      'key',
      [rows.idOf(hidden.unit)],
      String(hidden.seq),
      earlier !== null && hidesSent(session, earlier),
    )
  const { slide } = session.units
  if (slide !== null && slide > 0) hold('slide', 'turn', [rows.idOf(slide)], rows.markOf(slide))
  decidePolicy(session, history, earlier, hold, fresh)
  if (passes !== null) hold('passes', 'program', [], passes.hash, passes.moved && fresh.length === 0)
  if (beside !== '') hold('beside', 'policy', [], beside, false)
  const { reasoning } = history
  const thought = held.get('reasoning')
  if (thought && reasoning === earlier?.reasoning) decisions.push(thought)
  else if (reasoning > (earlier?.reasoning ?? 0) && fresh.length === 0)
    hold('reasoning', 'edited', [], String(reasoning))
  decisions.sort((left, right) => decisionOrder.indexOf(left.kind) - decisionOrder.indexOf(right.kind))
  const { spans } = rows
  const head = { events: session.length, hash: spans.markAt(spans.length) }
  const plan = { fingerprint, head, decisions, reasoning }
  return { plan: { version: 1, ...plan, check: checkOf(plan) }, fresh }
}

type Hold = (
  kind: DecisionKind,
  why: string,
  units: readonly string[],
  hash: string,
  changes?: boolean,
) => void

/** Records the decisions that the agent's policy influences. */
function decidePolicy(
  seen: SessionView,
  history: History,
  earlier: Earlier | null,
  hold: Hold,
  fresh: readonly Decision[],
): void {
  const { units } = seen
  const { limits, pressed, extras, sent } = history
  const { rows } = units
  // Decisions about units that no request held do not change a request's prefix.
  const changed = earlier === null || changesSelection(seen, history, earlier)
  if (limits.some(limit => limit > 0)) hold('limit', 'tokens', [], limits.join(' '), changed)
  if (pressed > 0) hold('shorten', 'room', [], String(pressed), changed)
  if (extras.since > 0)
    hold(
      'supplementary',
      'room',
      [...extras.chosen].map(unit => rows.idOf(unit)),
      String(extras.since),
      changed,
    )
  if (limits.length === 0) return
  // A summary stands before what was said before it.
  const last = sent.reduce((newest, { ordinal }) => Math.max(newest, units.orderOf(ordinal)), -1)
  const isAlone = earlier !== null && fresh.length === 0
  hold('selection', 'policy', [], `${last} ${selectionDigest(units, sent, last)}`, changed && isAlone)
}
