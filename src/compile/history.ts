import { currentInput } from '../budget/current-input.ts'
import { type Selection, select } from '../budget/select.ts'
import type { Count } from '../ir/count.ts'
import type { Edit } from '../map/ledger.ts'
import type { Session } from '../session/session.ts'
import type { BackEnd } from '../target/target.ts'
import { type Emitted, Fragments, Stubs } from './fragments.ts'
import type { Meter } from './work.ts'

/** The part of the history that goes along. */
export interface History {
  readonly selection: Selection
  /** In the order in which they are sent. */
  readonly fragments: readonly Emitted[]
  readonly must: ReadonlySet<number>
  readonly stubs: Count
  /** Nothing older goes along, because the provider compacted it. */
  readonly floor: number | null
}

/** What choosing needs to know. */
export interface Choice {
  readonly session: Session
  readonly backEnd: BackEnd
  /** Tokens for the history and what it brings with it. */
  readonly limit: number
  readonly mostMessages: number
  readonly floor: number | null
  /** Reasoning is bound to everything before it (A25). */
  readonly bound: boolean
  readonly meter: Meter
}

/** Edits after which text is no longer what a signature was made behind. */
const breaking: ReadonlySet<Edit> = new Set<Edit>([
  'repaired',
  'fenced',
  'reduced',
  'truncated',
  'compacted',
  'redacted',
])

/** Chooses what goes along, newest first, whole units only. */
export function chooseHistory(choice: Choice): History {
  const whole = choose(choice, true, choice.floor ?? 0)
  return losesReasoning(choice, whole, new Map(), []) ? withoutReasoning(choice, whole) : whole
}

/**
 * The same without any reasoning. What made it go stays gone, or reasoning would be lost with nothing missing
 * before it.
 */
export function withoutReasoning(choice: Choice, whole: History): History {
  const { next } = whole.selection
  return choose(choice, false, next === null ? (choice.floor ?? 0) : oldestShown(choice) + 1)
}

/** The oldest unit that could be shown and may be dropped. */
function oldestShown({ session, floor }: Choice): number {
  const { rows } = session.units
  let ordinal = floor ?? 0
  while (ordinal < rows.length && rows.isHidden(ordinal)) ordinal++
  return ordinal
}

function choose(choice: Choice, reasoning: boolean, oldest: number): History {
  const { session, backEnd, floor, meter } = choice
  const { rows } = session.units
  const must = currentInput(session.units)
  const fragments = new Fragments(session, backEnd, must, reasoning, meter)
  const stubs = new Stubs(backEnd, fragments)
  const shown = (ordinal: number | null): Emitted | undefined =>
    ordinal === null ? undefined : fragments.at(ordinal)
  const selection = select(
    {
      length: rows.length,
      floor: oldest,
      must,
      skip: ordinal => rows.isHidden(ordinal),
      count: ordinal => fragments.at(ordinal).count,
      beside: ordinal => stubs.beside(ordinal),
      taken: ordinal => stubs.take(ordinal),
      edges: (oldest, newest) => backEnd.edges(shown(oldest), shown(newest)),
      messages: ordinal => fragments.at(ordinal).messages.length,
    },
    choice.limit,
    choice.mostMessages,
  )
  const order = [...selection.kept].sort((left, right) => left - right)
  const before = (ordinal: number): boolean => floor !== null && selection.kept.has(floor) && ordinal < floor
  const covered = order.filter(before)
  const rest = order.filter(ordinal => !before(ordinal))
  const sent = rest.map(ordinal => fragments.at(ordinal))
  if (covered.length > 0) {
    // What must be kept but stands before a compaction is sent again after it: in another place, so without
    // thought; and what holds the compaction is not the last any more.
    const moved = new Fragments(session, backEnd, must, false, meter)
    const compacted = new Fragments(session, backEnd, must, reasoning, meter, -1)
    sent.splice(0, 1, compacted.at(rest[0] as number), ...covered.map(ordinal => moved.at(ordinal)))
  }
  return { selection, fragments: sent, must, stubs: stubs.count, floor }
}

/** Whether reasoning that is bound to what precedes it has lost some of that, or finds it changed. */
export function losesReasoning(
  { session, backEnd, bound, floor }: Choice,
  { selection, fragments }: History,
  edits: ReadonlyMap<number, readonly Edit[]>,
  stubs: readonly string[],
): boolean {
  const newest = fragments.findLast(({ reasoning }) => reasoning > 0)?.ordinal ?? -1
  if (!bound || newest < 0) return false
  // Declarations stand before everything, and those made up here were not there.
  if (stubs.length > 0) return true
  const changed = (fragment: Emitted): boolean =>
    (edits.get(fragment.ordinal) ?? fragment.edits).some(edit => breaking.has(edit))
  for (const [index, fragment] of fragments.entries()) {
    if (fragment.ordinal >= newest && fragment.reasoning === 0) continue
    // An answer right behind an answer was asked for by a filler, which is not there any more.
    const before = fragments[index - 1]
    if (fragment.reasoning > 0 && before && before.messages.length > 0 && backEnd.idle(before)) return true
    // What never showed anything was in no request; what lost all it had was.
    const counts = fragment.messages.length > 0 || fragment.edits.includes('reduced')
    if (fragment.ordinal < newest && counts && changed(fragment)) return true
  }
  for (let ordinal = floor ?? 0; ordinal < newest; ordinal++) {
    if (!selection.kept.has(ordinal) && !session.units.rows.isEmpty(ordinal)) return true
  }
  return false
}
