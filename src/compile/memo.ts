import { expanderOf } from '../agent/expander.ts'
import { Selection } from '../context/select/selection.ts'
import { EffectKeys } from '../effect/keys.ts'
import type { Event } from '../session/event.ts'
import type { Seen } from '../session/seen.ts'
import type { Session } from '../session/session.ts'
import type { Sight } from '../session/sight.ts'
import type { UnitFold } from '../session/unit-fold.ts'
import { View } from '../session/view.ts'
import { Recall } from './beside/recall.ts'
import { Recalled } from './beside/recalled.ts'
import type { Search } from './beside/sources.ts'
import type { KnownFloor } from './compaction.ts'
import { Fragments } from './fragments.ts'
import { Folds } from './schedule.ts'
import type { Setup } from './setup.ts'

/** Whether a sight leaves a session as it is: only the agent spoke, and it is shown everything. */
const seesAll = ({ own, branch, contents, policy }: Sight, { units }: Session): boolean =>
  policy === undefined &&
  branch === '' &&
  (contents === 'topology' || contents === 'all') &&
  units.rows.isSaidBy(own)

/** What is kept of one session between compiles: nothing in it can change what comes out. */
export class Memo {
  readonly fragments: Fragments
  readonly keys = new EffectKeys()
  readonly compaction: KnownFloor = { seen: 0, floor: null }
  private readonly setup: Setup

  private readonly units: UnitFold
  private view: View | undefined
  private chosen: Selection | undefined
  private known: Recall | undefined
  private folds: Folds | undefined

  constructor(setup: Setup, units: UnitFold) {
    this.setup = setup
    this.units = units
    this.fragments = new Fragments(setup.backEnd, setup.target, setup.form, setup.meter, setup.shaper)
  }

  /** The session as the agent sees it. */
  seen(session: Session): Seen {
    const { sight } = this.setup
    if (seesAll(sight, session)) return session
    this.view ??= new View(this.units, sight)
    const event = (seq: number): Event => session.event(seq)
    if (sight.policy) {
      this.chosen ??= new Selection(
        this.view,
        sight.policy,
        this.setup.meter,
        expanderOf(this.setup.agent.tools),
      )
      this.chosen.look(event)
    }
    const unreadAt = (seq: number): readonly string[] => session.unreadAt(seq)
    return { length: session.length, units: this.chosen ?? this.view, event, unreadAt }
  }

  /** What the agent's policy selects, as it was looked at last; null for an agent without one. */
  get selection(): Selection | null {
    return this.chosen ?? null
  }

  /** Fold passes that threw, and why. */
  get foldsFailed(): ReadonlyMap<string, string> {
    return this.folds?.failed ?? new Map()
  }

  /** What fold passes came to. */
  folded(session: Seen): Readonly<Record<string, unknown>> {
    this.folds ??= new Folds(this.setup.schedule.folds)
    return this.folds.look(session)
  }

  /** What a policy looks for, in all that the session holds by now. */
  recall(session: Seen, searches: readonly Search[]): Recalled {
    if (searches.length === 0) return new Recalled([], null)
    this.known ??= new Recall(this.setup.shaper)
    this.known.look(session)
    return new Recalled(searches, this.known)
  }
}
