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

/** Stored run, and its state without the newest unit, which may still change. */
interface Kept extends RunForm {
  readonly standing: string
  readonly sent: readonly Emitted[]
  /** Ordinal of the newest unit of the session. */
  readonly newest: number
  /** Number of units in `sent` before the newest one, and their sum. */
  readonly settled: number
  readonly sum: Tally
  /** Names of the tools that these units call, in the order of the first calls. */
  readonly names: ReadonlySet<string>
  /** Whether one of these units has a text for one turn, which may end. */
  readonly passes: boolean
  /** Number of late changes that the session had. */
  readonly late: number
}

/** Units of a history without gaps, oldest first, and the sum of their sizes. */
export interface Run {
  readonly sent: Emitted[]
  readonly sum: Tally
  /** Names of the called tools, in the order of the first calls; null if they were not collected. */
  readonly toolNames: ReadonlySet<string> | null
}

/**
 * Cache of the units that the newest history sent without gaps. If the next history begins at the same unit, only the
 * units since then are read, and the one before them, which may have changed.
 */
export class SentRun {
  private kept: Kept | null = null

  /** Units of the stored run. */
  get sent(): readonly Emitted[] {
    return this.kept?.sent ?? []
  }

  /** Stores a run that was just read. */
  keep(form: RunForm, sent: readonly Emitted[]): void {
    const { units, start } = form
    const { standing, rows } = units
    const newest = rows.length - 1
    if (standing === null || newest < start) return
    const settled = units.isHidden(newest) ? sent.length : sent.length - 1
    const sum = new Tally(form.room)
    for (let index = 0; index < settled; index++) sum.add(sent[index] as Emitted)
    const before = sent.slice(0, settled)
    const passes = before.some(isForOneTurn)
    const late = rows.changedLate.length
    this.kept = { ...form, standing, sent, newest, settled, sum, names: toolNamesOf(before), passes, late }
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
    const newest = units.rows.length - 1
    let settled: Pick<Kept, 'settled' | 'sum'> | null = null
    for (let unit = kept.newest; unit <= newest; unit = units.placeAfter(unit)) {
      if (unit === newest) settled = { settled: sent.length, sum: sum.copy(room) }
      const emitted = read(unit)
      if (emitted === null) continue
      sent.push(emitted)
      sum.add(emitted)
      if (sum.excess !== null) return null
    }
    settled ??= { settled: sent.length, sum: sum.copy(room) }
    const more = sent.slice(kept.settled, settled.settled)
    const names = toolNamesOf(more, kept.names)
    const late = units.rows.changedLate.length
    this.kept = { ...kept, ...form, ...settled, sent, newest, names, passes: more.some(isForOneTurn), late }
    return { sent, sum, toolNames: toolNamesOf(sent.slice(settled.settled), names) }
  }
}

const isForOneTurn = ({ passing }: Emitted): boolean => passing === 'shown'

/** Returns the names of the tools that units call, after the names that are known; the same set if there is none to add. */
export function toolNamesOf(
  units: readonly Emitted[],
  known: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const more = units.flatMap(({ toolNames }) => toolNames).filter(name => !known.has(name))
  return more.length === 0 ? known : new Set([...known, ...more])
}

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
    rows.changedLate.slice(kept.late).every(unit => unit >= kept.newest)
  )
}
