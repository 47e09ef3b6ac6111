import { isReasoningLoss } from '../../diag/reasoning.ts'
import type { ReasoningRun } from '../../ir/plan.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import type { Fragment } from '../../target/target.ts'
import type { Emitted } from '../fit/emitted.ts'
import type { Fitted } from '../fit/fit-input.ts'
import type { Thoughts } from './thoughts.ts'

/** Number of units without messages that two neighbours in one run may have between them. */
const widestGap = 16

/** Returns the reasoning parts that a request contains, by event, in the order of the session. */
export const sentThoughts = (fitted: Pick<Fitted, 'history' | 'drafted' | 'windowed'>): readonly Thoughts[] =>
  placedThoughts(fitted).map(({ thoughts }) => thoughts)

/** Returns the runs of events whose reasoning a request contains. */
export function reasoningRuns(
  rows: UnitTable,
  fitted: Pick<Fitted, 'history' | 'drafted' | 'windowed'>,
): readonly ReasoningRun[] {
  const runs: ReasoningRun[] = []
  let last: number | null = null
  for (const { ordinal, thoughts } of placedThoughts(fitted)) {
    const { seq, sent, isWhole } = thoughts
    const run = runs.at(-1)
    if (run !== undefined && last !== null && isWhole && areNeighbours(rows, last, ordinal))
      runs[runs.length - 1] = { from: run.from, to: seq, items: run.items + sent }
    else if (sent > 0) runs.push({ from: seq, to: seq, items: sent })
    last = isWhole && sent > 0 ? ordinal : null
  }
  return runs
}

/** Whether no unit with a model's reasoning can be between two units. */
function areNeighbours(rows: UnitTable, before: number, after: number): boolean {
  if (after - before > widestGap) return false
  for (let ordinal = before + 1; ordinal < after; ordinal++)
    if (rows.ownKindOf(ordinal) === 'model') return false
  return true
}

/** Reasoning of one event, with its unit. */
interface Placed {
  readonly ordinal: number
  readonly thoughts: Thoughts
}

/** Returns the reasoning in the fragments that are sent, without the parts that the target's fixes dropped. */
function placedThoughts({
  history,
  drafted,
  windowed,
}: Pick<Fitted, 'history' | 'drafted' | 'windowed'>): readonly Placed[] {
  const fixed = drafted.notes.flatMap(({ kind, at }) => (isReasoningLoss(kind) ? [at] : []))
  const fragments: readonly (Fragment | Emitted)[] = windowed?.fragments ?? history.notable
  const placed: Placed[] = []
  // Most units have no reasoning, and a history may have thousands of units.
  for (const fragment of fragments) {
    if (!isThoughtful(fragment)) continue
    for (const given of fragment.thoughts)
      placed.push({
        ordinal: fragment.ordinal,
        thoughts: fixed.length === 0 ? given : without(given, fixed),
      })
  }
  const isSorted = placed.every(({ thoughts }, at) => (placed[at - 1]?.thoughts.seq ?? -1) <= thoughts.seq)
  return isSorted ? placed : placed.sort((left, right) => left.thoughts.seq - right.thoughts.seq)
}

/** Whether a fragment is that of a unit with reasoning. Fragments of other content have no thoughts. */
const isThoughtful = (fragment: Fragment | Emitted): fragment is Emitted =>
  ((fragment as Partial<Emitted>).thoughts?.length ?? 0) > 0

function without(thoughts: Thoughts, fixed: readonly string[]): Thoughts {
  const dropped = fixed.filter(at => at.startsWith(`e:${thoughts.seq}.`)).length
  return dropped === 0
    ? thoughts
    : { ...thoughts, sent: Math.max(0, thoughts.sent - dropped), isWhole: false }
}
