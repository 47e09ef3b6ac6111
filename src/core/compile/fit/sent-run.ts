import type { Units } from '../../session/unit/units.ts'
import type { Room } from '../contract/room.ts'
import type { Emitted } from './emitted.ts'
import { Tally } from './tally.ts'

/** Everything that decides, besides a unit's own content, whether and how the units of a run are sent. */
export interface RunForm {
  readonly units: Units
  /** First unit of the run. */
  readonly start: number
  /** Sequence number of an event. Reasoning from before this event is dropped. */
  readonly reasoningFrom: number
  readonly room: Room
}

/** Stored run, and its state without its last unit, which may still change, and may not be the last any more. */
interface Kept extends RunForm {
  readonly standing: string
  readonly sent: readonly Emitted[]
  /** Position of the last sent unit. */
  readonly last: number
  /** Number of units before the last sent one, and their sum. */
  readonly settled: number
  readonly sum: Tally
  readonly gist: Gist
  /** Whether one of these units has a text for one turn, which may end. */
  readonly passes: boolean
  /** Number of late changes that the session had. */
  readonly late: number
}

/** Facts about sent units for which a compile would have to look at each of them. */
export interface Gist {
  /** Names of the called tools, in the order of the first calls. */
  readonly toolNames: ReadonlySet<string>
  /** Units that have notes or reasoning, or no messages. */
  readonly notable: readonly Emitted[]
}

/** Units of a history without gaps, oldest first, and the sum of their sizes. */
export interface Run {
  readonly sent: Emitted[]
  readonly sum: Tally
  /** Facts about the units; null if they were not collected. */
  readonly gist: Gist | null
}

/**
 * Cache of the units that the newest history sent without gaps. If the next history begins at the same unit, only the
 * last unit and those after it are read.
 */
export class SentRun {
  private kept: Kept | null = null

  /** Units of the stored run. */
  get sent(): readonly Emitted[] {
    return this.kept?.sent ?? []
  }

  /** Stores a run that was just read; `last` is the position of its last unit. */
  keep(form: RunForm, sent: readonly Emitted[], last: number): void {
    const { standing, rows } = form.units
    if (standing === null || sent.length === 0) return
    const before = sent.slice(0, -1)
    const sum = new Tally(form.room)
    for (const unit of before) sum.add(unit)
    const late = rows.changedLate.length
    const [gist, passes] = [gistOf(before), before.some(isForOneTurn)]
    this.kept = { ...form, standing, sent, last, settled: before.length, sum, gist, passes, late }
  }

  /**
   * Returns the run in a form, which `read` continues; null if the stored run is another one, or if the run exceeds the
   * room. `read` returns a unit as it is sent, or null for one that is not.
   */
  continueRun(form: RunForm, read: (ordinal: number) => Emitted | null): Run | null {
    const { kept } = this
    const { units, room } = form
    if (kept === null || !continues(kept, form)) return null
    const sent = kept.sent.slice(0, kept.settled)
    const sum = kept.sum.copy(room)
    let settled: Pick<Kept, 'last' | 'settled' | 'sum'> | null = null
    for (let unit = kept.last; unit < units.rows.length; unit = units.placeAfter(unit)) {
      const emitted = read(unit)
      if (emitted === null) continue
      settled = { last: unit, settled: sent.length, sum: sum.copy(room) }
      sent.push(emitted)
      sum.add(emitted)
      if (sum.excess !== null) return null
    }
    // If the last unit is not sent any more, the unit before it is the last one, and must be read again.
    if (settled === null) return null
    const more = sent.slice(kept.settled, settled.settled)
    const gist = gistOf(more, kept.gist)
    const late = units.rows.changedLate.length
    this.kept = { ...kept, ...form, ...settled, sent, gist, passes: more.some(isForOneTurn), late }
    return { sent, sum, gist: gistOf(sent.slice(settled.settled), gist) }
  }
}

const isForOneTurn = ({ passing }: Emitted): boolean => passing === 'shown'

const isNotable = ({ notes, thoughts, messages }: Emitted): boolean =>
  notes.length > 0 || thoughts.length > 0 || messages.length === 0

const nothing: Gist = { toolNames: new Set(), notable: [] }

/** Returns the facts about units, after those that are known of the units before them. */
export function gistOf(units: readonly Emitted[], known: Gist = nothing): Gist {
  let { toolNames } = known
  for (const unit of units) toolNames = namesAfter(toolNames, unit.toolNames)
  return { toolNames, notable: unitsAfter(known.notable, units.filter(isNotable)) }
}

/** Returns the facts about the units of two stretches, the first of which is sent first. */
export const joinGists = (first: Gist, second: Gist): Gist => ({
  toolNames: namesAfter(first.toolNames, [...second.toolNames]),
  notable: unitsAfter(first.notable, second.notable),
})

/** Returns a set of names after those of another; the same set if there is none to add. */
const namesAfter = (known: ReadonlySet<string>, names: readonly string[]): ReadonlySet<string> =>
  names.every(name => known.has(name)) ? known : new Set([...known, ...names])

const unitsAfter = (known: readonly Emitted[], more: readonly Emitted[]): readonly Emitted[] =>
  more.length === 0 ? known : known.concat(more)

/** Whether a stored run is the beginning of a run in another form. */
function continues(kept: Kept, { units, start, reasoningFrom, room }: RunForm): boolean {
  const { standing, rows } = units
  return (
    !kept.passes &&
    kept.units === units &&
    kept.standing === standing &&
    kept.start === start &&
    kept.reasoningFrom === reasoningFrom &&
    kept.room.limits === room.limits &&
    kept.room.head === room.head &&
    rows.changedLate.slice(kept.late).every(unit => unit >= kept.last)
  )
}
