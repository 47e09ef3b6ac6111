import { branchConversation } from '../../ir/call-branch.ts'
import type { StateDelta } from '../../ir/event.ts'
import { PersistentMap } from '../../text/persistent-map.ts'
import { type MarkedUnits, returnedResultOf } from './returned-result.ts'
import { isSharedKey, isTemporary, type StateEntry } from './state-log.ts'

/** Ordinals of the units whose text is in the value of a key. */
export type ValueUnits = ReadonlySet<number>

/** Units whose text is in the value of each key, for the keys that an event set. */
export type WordsByKey = ReadonlyMap<string, ValueUnits>

/** Ways in which a program's answers reach the state and are copied from key to key. */
export interface Lineage {
  /** Returns the key under which an author's answers are stored. */
  keyOf(author: string): string | undefined
  /** Returns the authors whose answers a key collects as a list. */
  collectedIn(key: string): ReadonlySet<string> | undefined
  /**
   * Returns the source units of each key that a state delta sets. They are found by following the steps of the program
   * that may have made the delta.
   */
  moved(words: WordsByKey, delta: StateDelta): WordsByKey
}

/**
 * Change of a key's source units (units whose text is in the key's value). It contains the source units before the
 * change.
 */
interface Change {
  readonly seq: number
  readonly key: string
  readonly before: ValueUnits | undefined
}

const none: ValueUnits = new Set()

/** Answers whose text is in each key of the state, computed from the events that change the state. */
export class KeyProvenance {
  private readonly lineage: Lineage
  /** Source units by key. The map is immutable, so successive versions share most of their memory. */
  private words = PersistentMap.of<ValueUnits>()
  /** All changes of source units, so that a rewind can restore earlier values. */
  private readonly changes: Change[] = []

  constructor(lineage: Lineage) {
    this.lineage = lineage
  }

  /** Processes one event. For each changed key, calls `changed` with the source units before and after the event. */
  add(
    entry: StateEntry,
    fold: MarkedUnits,
    changed: (key: string, before: ValueUnits, now: ValueUnits) => void,
  ): void {
    const before = new Map<string, ValueUnits>()
    const setUnitsOfKey = (key: string, now: ValueUnits | undefined): void => {
      const known = this.words.get(key)
      if (!before.has(key)) before.set(key, known ?? none)
      this.changes.push({ seq: entry.seq, key, before: known })
      this.words = now === undefined ? this.words.delete(key) : this.words.set(key, now)
    }
    if (entry.opens)
      for (const key of [...this.words.keys()].filter(isTemporary)) setUnitsOfKey(key, undefined)
    if (entry.delta !== null) this.applyDeltaToKeys(entry.delta, entry, fold, setUnitsOfKey)
    if (entry.rewindTo !== null) this.restoreWords(entry.rewindTo, setUnitsOfKey)
    for (const [key, known] of before) changed(key, known, this.words.get(key) ?? none)
  }

  private applyDeltaToKeys(
    delta: StateDelta,
    entry: StateEntry,
    fold: MarkedUnits,
    set: (key: string, now: ValueUnits | undefined) => void,
  ): void {
    const keys = Object.keys(delta.set ?? {}).filter(key => delta.set?.[key] !== undefined)
    const isStep = entry.author === 'developer' && entry.unit < 0
    // The source units of all changed keys are computed before any of them is set, because they depend on the state
    // before the event.
    const moved = isStep ? this.lineage.moved(this.words, delta) : null
    const found = keys.map(key => this.answersIn(key, delta, entry, fold) ?? moved?.get(key) ?? none)
    for (const key of delta.delete ?? []) set(key, undefined)
    for (const [index, key] of keys.entries()) set(key, found[index])
  }

  /** Returns the answers that an event stores under a key; null if the stored value is something else. */
  private answersIn(
    key: string,
    { set = {} }: StateDelta,
    { author, unit, seq }: StateEntry,
    fold: MarkedUnits,
  ): ValueUnits | null {
    const { rows } = fold
    const authors = this.lineage.collectedIn(key)
    const value = set[key]
    if (authors && Array.isArray(value))
      return lastAnswers(fold, authors, { before: seq, most: value.length })
    const isAnswer = unit >= 0 && rows.ownKindOf(unit) === 'model'
    return isAnswer && this.lineage.keyOf(author) === key ? new Set([unit]) : null
  }

  /** Restores, for all keys that belong to the session, the source units from before an event. */
  private restoreWords(to: number, set: (key: string, now: ValueUnits | undefined) => void): void {
    const first = new Map<string, ValueUnits | undefined>()
    for (let index = this.changes.length - 1; index >= 0; index--) {
      const { seq, key, before } = this.changes[index] as Change
      if (seq < to) break
      if (!isSharedKey(key)) first.set(key, before)
    }
    for (const [key, words] of first) set(key, words)
  }
}

/**
 * Returns the last answer of each of these authors in the turn, up to an event. A response with calls does not count as
 * an answer, unless the result of one is the answer. Such a response is not returned, because it is more than its text.
 */
function lastAnswers(
  fold: MarkedUnits,
  authors: ReadonlySet<string>,
  { before, most }: { readonly before: number; readonly most: number },
): ValueUnits {
  const { rows } = fold
  const found = new Set<number>()
  let returned = 0
  for (let unit = rows.firstFrom(before + 1) - 1; unit >= 0 && found.size + returned < most; unit--) {
    if (branchConversation(rows.branchOf(unit)) !== '') continue
    if (rows.ownKindOf(unit) === 'user') break
    if (rows.ownKindOf(unit) !== 'model' || !authors.has(rows.authorOf(unit))) continue
    if (!rows.callsOf(unit).some(call => rows.call(call).seq <= before)) found.add(unit)
    else if (returnedResultOf(fold, unit) !== null) returned++
  }
  return found
}
