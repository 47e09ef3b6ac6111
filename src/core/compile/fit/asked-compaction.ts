import type { EffectOutcome } from '../../ir/event.ts'
import type { DecisionKind, Fingerprint } from '../../ir/plan.ts'
import type { Outcomes } from '../../session/unit/outcomes.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import { readStoredCompaction, type StoredCompaction } from '../../session/unit/stored-compaction.ts'
import { digest } from '../../text/digest.ts'
import { valueKey } from '../../text/equal.ts'
import type { Setup } from '../contract/setup.ts'
import { hasGrown } from './bound-reasoning.ts'
import type { Earlier } from './earlier.ts'
import { type FoundCompaction, sendsCompaction } from './provider-compaction.ts'
import { changesBefore, rewritesOf } from './rewrites-of.ts'

/** Returns a digest of the declarations that a provider reads beside the messages. A budget is none of them. */
export const declarationsDigest = ({ budget: _, ...declared }: Fingerprint): string =>
  digest(valueKey(declared)).slice(0, 12)

/**
 * Returns the newest compaction that the provider made for an effect, if it may stand for the units that it replaces;
 * null if there is none. It is sent first, before the units that followed when it was asked for.
 */
export function findAskedCompaction(
  session: SessionView,
  setup: Setup,
  outcomes: Outcomes,
  earlier: Earlier | null,
): FoundCompaction | null {
  const newest = outcomes.compactions.toSorted(
    (left, right) => endOfCovers(right.outcome) - endOfCovers(left.outcome),
  )
  for (const { outcome, seq } of newest) {
    // If a key has several outcomes, the first one with an output counts.
    if (!('output' in outcome) || outcomes.seqOf(outcome.key) !== seq) continue
    const floor = floorOf(session, setup, { outcome, seq }, earlier)
    if (floor !== null) return floor
  }
  return null
}

/** Returns the compaction that the earlier request sent; null if it sent none. */
export function earlierCompaction(
  { units: { rows } }: SessionView,
  outcomes: Outcomes,
  earlier: Earlier | null,
): FoundCompaction | null {
  const [id] = earlier?.decisions.find(({ kind }) => kind === 'compact')?.units ?? []
  const holder = id === undefined ? null : rows.ordinalOf(id)
  if (holder === null) return null
  const asked = outcomes.compactions.find(({ seq }) => seq === rows.seqOf(holder))
  return { holder, from: asked === undefined ? holder : rows.firstFrom(endOfCovers(asked.outcome)) }
}

/** Returns the seq after the last event that a compaction was made from. */
export const endOfCovers = ({ covers = [] }: EffectOutcome): number => covers.at(-1)?.to ?? 0

function floorOf(
  session: SessionView,
  setup: Setup,
  { outcome, seq }: { readonly outcome: EffectOutcome & { readonly output: string }; readonly seq: number },
  earlier: Earlier | null,
): FoundCompaction | null {
  const { rows } = session.units
  const facts = readStoredCompaction(outcome.output)
  const to = endOfCovers(outcome)
  const floor = { holder: rows.firstFrom(seq), from: rows.firstFrom(to) }
  const { holder, from } = floor
  if (facts === null || from === 0 || holder >= rows.length || rows.seqOf(holder) !== seq) return null
  if (rows.ownKindOf(holder) !== 'compaction' || rows.authorOf(holder) !== setup.agent.name) return null
  const isKept = earlier?.decisions.some(
    ({ kind, units: [first] }) => kind === 'compact' && first === rows.idOf(holder),
  )
  // If the earlier request sent the compaction, only events since then may have changed something.
  const since = isKept && earlier ? earlier.head : to
  if (session.units.isForOthers(holder) || hasChanged(session, facts, { to, from, since })) return null
  if (!isKept && (isOutdated(earlier, to) || facts.head !== declarationsDigest(setup.fingerprint())))
    return null
  return beginsWithAnswer(session, from) && sendsCompaction(session, holder, setup) ? floor : null
}

/** Decisions that change nothing of what a compaction replaces. */
const apart: ReadonlySet<DecisionKind> = new Set(['selection', 'beside'])

/**
 * Whether requests that followed the one that was compacted did not continue it. What they added is bound to their own
 * beginning, so they keep it.
 */
const isOutdated = (earlier: Earlier | null, to: number): boolean =>
  earlier?.decisions.some(({ kind, at }) => at > to && !apart.has(kind)) === true

/** Whether content that a compaction replaces has changed since the provider was asked for it. */
const hasChanged = (
  session: SessionView,
  { rewinds, found }: StoredCompaction,
  { to, from, since }: { readonly to: number; readonly from: number; readonly since: number },
): boolean =>
  hasGrown(session.units.rows, since, from) ||
  session.units.rows.rewinds.slice(rewinds).some(({ unit }) => unit < from) ||
  changesBefore(rewritesOf(session), found, to)

/**
 * Whether the agent's own answer is the first unit that a compaction does not replace. The provider demands that the
 * first kept message has another role than the last one that it compacted.
 */
function beginsWithAnswer({ units }: SessionView, from: number): boolean {
  let unit = from
  while (unit < units.rows.length && units.isHidden(unit)) unit++
  return unit < units.rows.length && units.rows.kindOf(unit) === 'model' && !units.isForeign(unit)
}
