import { expandToolName } from '../agent/tool-facts.ts'
import { PolicySelection } from '../context/selection/selection.ts'
import { EffectKeys } from '../effect/keys.ts'
import type { Session } from '../session/session.ts'
import type { SessionView } from '../session/unit/session-view.ts'
import type { Sight } from '../session/unit/sight.ts'
import type { UnitFold } from '../session/unit/unit-fold.ts'
import type { Units } from '../session/unit/units.ts'
import { UnitView } from '../session/view/view.ts'
import { RepeatedBlocks } from './beside/repeated.ts'
import { Searches } from './beside/search.ts'
import { SearchIndex } from './beside/search-index.ts'
import type { Reading } from './contract/reading.ts'
import { Folds } from './contract/schedule.ts'
import type { Setup } from './contract/setup.ts'
import type { Search } from './contract/sources.ts'
import { PrefixChain } from './explicit-cache/prefix-chain.ts'
import { Fragments } from './fit/fragments.ts'
import { CompactionHolders, type KnownFloor } from './fit/provider-compaction.ts'
import { ReplacedUnits } from './fit/said-again.ts'
import { SettledUnits } from './summary/segments.ts'

/** Whether an agent sees a session unchanged: no other agent has spoken, and nothing is hidden from the agent. */
const seesAll = ({ own, branch, contents, policy }: Sight, { units }: Session): boolean =>
  policy === undefined &&
  branch === '' &&
  (contents === 'topology' || contents === 'all') &&
  units.rows.isConversationOf(own) &&
  units.declared.isUnchanged

const viewFor = (session: Session, units: Units): SessionView => ({
  length: session.length,
  units,
  event: seq => session.event(seq),
  unreadAt: seq => session.unreadAt(seq),
})

/** Caches for one session, which are kept between compiles. They never change the output. */
export class Memo {
  readonly fragments: Fragments
  readonly compaction: KnownFloor = { seen: 0, floor: null }
  readonly holders = new CompactionHolders()
  readonly replaced = new ReplacedUnits()
  readonly repeated = new RepeatedBlocks()
  private readonly setup: Setup

  private readonly units: UnitFold
  private view: UnitView | undefined
  private chosen: PolicySelection | null | undefined
  /** Latest reading of the session, with its view and the units that the policy selects. */
  private newest: Reading | undefined
  private known: SearchIndex | undefined
  private folds: Folds | undefined
  private knownKeys: EffectKeys | undefined
  private knownSettled: SettledUnits | undefined
  private knownPrefixes: PrefixChain | undefined

  constructor(setup: Setup, units: UnitFold) {
    this.setup = setup
    this.units = units
    this.fragments = new Fragments(setup)
  }

  get keys(): EffectKeys {
    this.knownKeys ??= new EffectKeys()
    return this.knownKeys
  }

  get settled(): SettledUnits {
    this.knownSettled ??= new SettledUnits()
    return this.knownSettled
  }

  get prefixes(): PrefixChain {
    this.knownPrefixes ??= new PrefixChain()
    return this.knownPrefixes
  }

  /** Reads the session as the agent sees it. */
  readForAgent(session: Session, now: number | null = null): Reading {
    const { sight, meter } = this.setup
    // To read an older version of a session, the events of that version are folded again.
    if (seesAll(sight, session)) return { session, selection: null, later: () => session }
    this.view ??= new UnitView(this.units, sight)
    this.chosen ??= this.selectionOf(this.view, meter)
    this.chosen?.setTime(now)
    this.chosen?.readNewUnits(seq => session.event(seq))
    const seen = viewFor(session, this.chosen ?? this.view)
    const { chosen } = this
    let again: SessionView | undefined
    const reading: Reading = {
      session: seen,
      selection: chosen,
      later: limits => {
        if (this.newest === reading && session.units === this.units) return seen
        again ??= this.readAgain(session, limits, now)
        return again
      },
    }
    this.newest = reading
    return reading
  }

  /**
   * Reads an older version of the session from its first conversation unit on. The cost grows with the length of that
   * version.
   */
  private readAgain(session: Session, limits: readonly number[], now: number | null): SessionView {
    const view = new UnitView(session.units, this.setup.sight)
    const selection = this.selectionOf(view, { places: 0 })
    selection?.setTime(now)
    selection?.readNewUnits(seq => session.event(seq))
    selection?.limitClauses(limits)
    return viewFor(session, selection ?? view)
  }

  private selectionOf(view: UnitView, meter: { places: number }): PolicySelection | null {
    const { sight, agent } = this.setup
    return sight.policy ? new PolicySelection(view, sight.policy, meter, expandToolName(agent.tools)) : null
  }

  /** Errors of the fold passes that threw, by pass; null if there are no fold passes. */
  get foldsFailed(): ReadonlyMap<string, string> | null {
    return this.folds?.failed ?? null
  }

  /** Returns the states of the fold passes. */
  foldedStates(session: SessionView): Readonly<Record<string, unknown>> {
    this.folds ??= new Folds(this.setup.schedule.folds)
    return this.folds.foldNewEvents(session)
  }

  /** Returns the searches of a policy, with an index over the whole session. */
  searchesOf(session: SessionView, searches: readonly Search[]): Searches {
    this.known ??= new SearchIndex(this.setup.shaper)
    this.known.indexNewUnits(session)
    return new Searches(searches, this.known)
  }
}
