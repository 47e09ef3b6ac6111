import type { Note } from '../../diag/collect.ts'
import type { Shape } from '../../ir/shape.ts'
import type { TargetName } from '../../ir/target-name.ts'
import { lowerUnit } from '../../lower/block.ts'
import { unreadOf } from '../../lower/unread.ts'
import type { Edit } from '../../map/ledger.ts'
import type { Shaper } from '../../pass/run-local.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import { leftBehind } from '../../target/left-behind.ts'
import type { BackEnd, Fragment } from '../../target/target.ts'
import type { VendorForm } from '../../target/vendor-form/vendor-form.ts'
import type { Meter } from '../contract/work.ts'

/** A unit's fragment, with what lowering it had to say. */
export interface Emitted extends Fragment {
  readonly ordinal: number
  readonly notes: readonly Note[]
  /** Tells how it is shown from how else it may be; '' for a unit as it is. */
  readonly shape: string
}

/** A fragment, and what it was made from. */
interface Known {
  readonly version: number
  readonly reasoning: boolean
  readonly last: boolean
  readonly shape: string
  readonly emitted: Emitted
  /** The compile that asked for it last. */
  round: number
}

/** Writes units for the target when somebody asks, and keeps what it wrote until the unit changes. */
export class Fragments {
  private readonly backEnd: BackEnd
  private readonly target: TargetName
  private readonly form: VendorForm
  private readonly meter: Meter
  private readonly shaper: Shaper
  private readonly known = new Map<number, Known>()
  private round = 0
  private asked = 0

  constructor(backEnd: BackEnd, target: TargetName, form: VendorForm, meter: Meter, shaper: Shaper) {
    this.backEnd = backEnd
    this.target = target
    this.form = form
    this.meter = meter
    this.shaper = shaper
  }

  /** The fragment of a unit at a version of it, with or without reasoning, as the session's last unit or not, in a shape. */
  at(
    session: SessionView,
    ordinal: number,
    version: number,
    reasoning: boolean,
    last: boolean,
    shape: Shape,
  ): Emitted {
    const key = 2 * ordinal + (reasoning ? 1 : 0)
    const known = this.known.get(key) ?? this.known.get(key ^ 1)
    if (
      known !== undefined &&
      known.version === version &&
      known.last === last &&
      known.shape === shape.key
    ) {
      // A fragment without reasoning does not depend on whether reasoning may be sent.
      const { emitted } = known
      if (known.reasoning === reasoning || !holdsReasoning(emitted)) {
        this.ask(known)
        return emitted
      }
    }
    this.meter.units++
    const {
      block: lowered,
      notes,
      edits,
    } = lowerUnit(session, ordinal, this.backEnd.tags, shape, this.shaper)
    const { block, notes: unformed } = this.form.block(lowered)
    const fragment = this.backEnd.unit(block, { reasoning, last })
    // A unit that is not sent at all is reported once, not once for each part.
    const left =
      fragment.messages.length > 0 ? [...unformed, ...leftBehind(block, fragment, this.target)] : []
    const unread = unreadOf(session, ordinal)
    const beside: readonly Edit[] = left.length + unread.length > 0 ? [...edits, 'fields-omitted'] : edits
    const emitted = {
      ...fragment,
      ordinal,
      shape: shownAs(shape, edits),
      notes:
        notes.length + left.length + unread.length === 0
          ? fragment.notes
          : [...notes, ...fragment.notes, ...left, ...unread],
      edits: beside.length === 0 ? fragment.edits : [...new Set([...beside, ...fragment.edits])],
    }
    const made = { version, reasoning, last, shape: shape.key, emitted, round: -1 }
    this.known.set(key, made)
    this.ask(made)
    return emitted
  }

  /** A compile ends: when half of what is kept was not asked for, that is forgotten. */
  endRound(): void {
    if (this.known.size > 2 * this.asked + 16)
      for (const [ordinal, { round }] of this.known) if (round !== this.round) this.known.delete(ordinal)
    this.round++
    this.asked = 0
  }

  private ask(known: Known): void {
    if (known.round === this.round) return
    known.round = this.round
    this.asked++
  }
}

const holdsReasoning = ({ reasoning, edits }: Emitted): boolean =>
  reasoning > 0 || edits.includes('reasoning-omitted')

/** Describes how operations changed a unit; '' for a unit that they left unchanged. */
function shownAs({ rank, repeated }: Shape, edits: readonly Edit[]): string {
  const done = edits.filter(edit => shapings.has(edit))
  if (done.length === 0) return ''
  const told = [...repeated.values()].map(({ handle }) => handle)
  return `${rank} ${done.join()} ${told.join()}`
}

const shapings: ReadonlySet<Edit> = new Set<Edit>([
  'compacted',
  'truncated',
  'projected',
  'deduplicated',
  'rendered',
  'rewritten',
])
