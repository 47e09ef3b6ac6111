import { isRelated } from './branch.ts'
import { roleOf } from './event.ts'
import type { Sight, Unseen } from './sight.ts'
import type { UnitFold } from './unit-fold.ts'
import type { UnitRows } from './unit-rows.ts'
import type { Units } from './units.ts'

/** Ways of being shown that look at the current turn alone, at what is said in it. */
const slides = new Set(['none', 'user-only'])

/** A session's units as one agent sees them: looked at once each, as the session grows. */
export class View implements Units {
  readonly rows: UnitRows
  private readonly fold: UnitFold
  private readonly sight: Sight
  /** By ordinal: why it is never shown, or null. */
  private readonly reasons: (Unseen | null)[] = []
  /** By ordinal: the last user unit that is shown up to there; -1 for none. */
  private readonly openers: number[] = []
  private rewinds = 0
  /** Where the current turn began when it was last looked for. */
  private turn = { length: -1, hidden: -1, covers: -1, begin: 0 }
  private counted = { upTo: 0, hidden: 0, since: '' }

  constructor(fold: UnitFold, sight: Sight) {
    this.rows = fold.rows
    this.fold = fold
    this.sight = sight
  }

  get epoch(): string {
    const begin = slides.has(this.sight.contents) ? this.turnBegin() : 0
    return `${this.rows.rewinds.length}.${begin}`
  }

  get hidden(): number {
    const since = `${this.epoch}.${this.rows.covers.changes}`
    if (this.counted.since !== since) this.counted = { upTo: 0, hidden: 0, since }
    let { hidden } = this.counted
    let settles = true
    for (let unit = this.counted.upTo; unit < this.rows.length; unit++) {
      if (this.isHidden(unit)) hidden++
      // What may still grow may be shown later.
      settles &&= !this.fold.isGrowing(unit)
      if (settles) this.counted = { upTo: unit + 1, hidden, since }
    }
    return hidden
  }

  openUnits(): number[] {
    return this.fold.openUnits().filter(unit => !this.isUnseen(unit) && !this.isForeign(unit))
  }

  isGrowing(unit: number): boolean {
    return this.fold.isGrowing(unit)
  }

  isHidden(unit: number): boolean {
    return this.rows.isHidden(unit) || this.isUnseen(unit)
  }

  isUnseen(unit: number): boolean {
    return this.whyUnseen(unit) !== null
  }

  whyUnseen(unit: number): Unseen | null {
    this.look()
    if (this.rows.isRewound(unit)) return 'taken-back'
    return this.reasons[this.rows.covers.sourceOf(unit)] ?? this.slidOut(unit)
  }

  isForeign(unit: number): boolean {
    const { own } = this.sight
    if (own === null) return false
    const kind = this.rows.ownKindOf(unit)
    const author = this.rows.authorOf(unit)
    const isModel = kind === 'model' || (kind === 'summary' && roleOf(author) === 'model')
    return isModel && !own.has(author)
  }

  lastShown(): number {
    let unit = this.rows.lastShown()
    while (unit >= 0 && this.isHidden(unit)) unit = this.rows.before(unit)
    return unit
  }

  openerOf(unit: number): number | null {
    this.look()
    const opener = this.openers[unit] ?? -1
    return opener < 0 ? null : opener
  }

  /** The first unit of the current turn, where that is all that is shown; null where more is. */
  get slide(): number | null {
    return slides.has(this.sight.contents) ? this.turnBegin() : null
  }

  /** Looks at the units that came since. */
  private look(): void {
    const { rows } = this
    if (this.rewinds !== rows.rewinds.length) {
      this.rewinds = rows.rewinds.length
      this.reasons.length = 0
      this.openers.length = 0
    }
    for (let unit = this.reasons.length; unit < rows.length; unit++) {
      const reason = this.reasonOf(unit)
      this.reasons.push(reason)
      const opens = reason === null && rows.ownKindOf(unit) === 'user' && !rows.isRewound(unit)
      this.openers.push(opens ? unit : (this.openers[unit - 1] ?? -1))
    }
  }

  private reasonOf(unit: number): Unseen | null {
    const { branch, contents, routed } = this.sight
    if (!isRelated(branch, this.rows.branchOf(unit))) return 'other-branch'
    if (!this.isForeign(unit)) return null
    if (contents === 'topology' && routed.has(this.rows.authorOf(unit))) return 'through-state'
    return contents === 'exclude-agents' || contents === 'user-only' ? 'other-agent' : null
  }

  /** Where only the current turn is shown, what was before it is not, but for what is critical. */
  private slidOut(unit: number): Unseen | null {
    const { contents } = this.sight
    if (!slides.has(contents) || unit >= this.turnBegin() || this.rows.isCritical(unit)) return null
    const kind = this.rows.ownKindOf(unit)
    return contents === 'user-only' && (kind === 'user' || kind === 'developer') ? null : 'earlier-turn'
  }

  /** The first of the user's messages that opened the current turn; 0 where no user spoke. */
  private turnBegin(): number {
    this.look()
    const { length, hidden, covers } = this.rows
    const { turn } = this
    if (turn.length === length && turn.hidden === hidden && turn.covers === covers.changes) return turn.begin
    let begin = this.openers.at(-1) ?? -1
    for (let unit = begin - 1; unit >= 0 && this.isOpening(unit); unit--) begin = unit
    this.turn = { length, hidden, covers: covers.changes, begin: Math.max(0, begin) }
    return this.turn.begin
  }

  /** Whether a unit is a user's message, or nothing that stands between two. */
  private isOpening(unit: number): boolean {
    return this.reasons[unit] !== null || this.rows.isHidden(unit) || this.rows.kindOf(unit) === 'user'
  }
}
