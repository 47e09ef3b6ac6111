import type { Event } from '../../../ir/event.ts'
import { writeHandle } from '../../../ir/handle.ts'
import { eventOrigin, type Origin } from '../../../ir/origin.ts'
import type { ToolResultPart } from '../../../ir/result.ts'
import type { Repeat } from '../../../ir/shape.ts'
import type { UnitTable } from '../../../session/unit/unit-table.ts'
import type { Units } from '../../../session/unit/units.ts'
import { toJson } from '../../../text/json.ts'
import { firstIndex } from '../../../text/list.ts'
import { callKey, contentKey, likeKey } from './keys.ts'
import { makeRepeat } from './told-elsewhere.ts'

/** Tool result, and its position in the session. */
export interface SeenResult {
  readonly unit: number
  readonly handle: string
  readonly origin: Origin
  readonly isError: boolean
}

/** Tool result with the earlier results that it repeats, and the results of earlier equal calls. */
interface Result extends SeenResult {
  /** Earlier results with the same content. */
  readonly exact: SeenResult[]
  /**
   * Earlier results that are equal apart from white space and case. If no clause uses `alike`, these are only exact
   * repeats.
   */
  readonly alike: SeenResult[]
  /** Results of earlier calls of the same tool with the same arguments. */
  readonly asked: SeenResult[]
}

/**
 * Length in UTF-16 units below which a repeated result is kept, because the text replacing it would not be shorter. A
 * superseded result is replaced regardless of its length.
 */
const shortest = 120

/**
 * Finder of results that repeat an earlier result, and of results that a later call supersedes. Each result is read
 * once, when it arrives.
 */
export class Repeats {
  private readonly byUnit = new Map<number, Result[]>()
  private readonly exact = new Map<string, SeenResult[]>()
  private readonly alike = new Map<string, SeenResult[]>()
  private readonly asked = new Map<string, SeenResult[]>()
  private readonly seen = new Set<Origin>()
  private readonly expander: string | null
  private readonly findsAlike: boolean

  /**
   * @param expander - Name of the agent's tool that restores content by handle.
   * @param findsAlike - Whether to find results that differ only in white space and case.
   */
  constructor(expander: string | null = null, findsAlike = false) {
    this.expander = expander
    this.findsAlike = findsAlike
  }

  /** Reads the results of a conversation unit that were not read before. */
  readResults(unit: number, rows: UnitTable, eventAt: (seq: number) => Event): void {
    for (const index of rows.callsOf(unit)) {
      const call = rows.call(index)
      if (call.answer === null) continue
      const { seq, part } = call.answer
      const origin = eventOrigin(seq, part)
      if (this.seen.has(origin)) continue
      this.seen.add(origin)
      const said = eventAt(seq).parts[part] as ToolResultPart
      const asker = eventAt(call.seq).parts[call.part]
      const isError = said.isError === true
      const told = { unit, handle: writeHandle({ seq, part }), origin, isError }
      // A short result counts as unique, and so does a result that the model restored by its handle.
      const isBrought = asker?.kind === 'tool-call' && asker.name === this.expander
      const isAlone = isBrought || resultSize(said) < shortest
      const exact = (isAlone ? null : contentKey(said.content)) ?? origin
      const asked = (asker?.kind === 'tool-call' ? callKey(asker) : null) ?? origin
      const same = listForKey(this.exact, `${exact} ${isError}`)
      const alike = this.findsAlike
        ? listForKey(this.alike, `${(isAlone ? null : likeKey(said.content)) ?? origin} ${isError}`)
        : same
      const result = { ...told, exact: same, alike, asked: listForKey(this.asked, asked) }
      for (const list of new Set([same, alike, result.asked])) insertInOrder(list, told)
      const known = this.byUnit.get(unit)
      if (known) known.push(result)
      else this.byUnit.set(unit, [result])
    }
  }

  /**
   * Returns those results of a conversation unit that repeat an earlier result. The earlier result must be at or after
   * `start`, must be shown, and must be sent with at least as much content.
   */
  repeatsOfEarlier(
    which: 'exact' | 'alike',
    unit: number,
    start: number,
    units: Pick<Units, 'isHidden' | 'placeAfter' | 'rows'>,
    isTold: (told: SeenResult) => boolean,
  ): (readonly [Origin, Repeat])[] {
    return (this.byUnit.get(unit) ?? []).flatMap(({ origin, [which]: same }) => {
      const indexFrom = (from: number): number =>
        firstIndex(same.length, at => (same[at] as SeenResult).unit >= from)
      for (let index = indexFrom(start); index < same.length; ) {
        const told = same[index] as SeenResult
        if (told.unit > unit || told.origin === origin) break
        // Consecutive hidden units are skipped in one step.
        if (told.unit !== unit && !isShown(units, told.unit)) index = indexFrom(units.placeAfter(told.unit))
        else if (told.unit === unit || isTold(told)) return [[origin, makeRepeat(which, told.handle)]]
        else index++
      }
      return []
    })
  }

  /** Returns those results of a conversation unit that the result of a later call with the same arguments replaces. */
  supersededByLater(unit: number, units: Pick<Units, 'isHidden' | 'rows'>): (readonly [Origin, Repeat])[] {
    return (this.byUnit.get(unit) ?? []).flatMap(({ origin, isError, asked }) => {
      // A failed call does not replace an earlier successful result.
      const replaces = (told: SeenResult): boolean => (isError || !told.isError) && isShown(units, told.unit)
      const last = asked.findLast(told => told.origin === origin || replaces(told)) as SeenResult
      return last.origin === origin ? [] : [[origin, makeRepeat('superseded', last.handle)]]
    })
  }
}

/** Whether the unit itself is shown at its position, instead of a summary. */
const isShown = (units: Pick<Units, 'isHidden' | 'rows'>, unit: number): boolean =>
  !units.isHidden(unit) && units.rows.covers.unitShownAt(unit) === unit

/** Returns the size of a result's content in UTF-16 units. */
const resultSize = ({ content }: ToolResultPart): number =>
  content.reduce((sum, piece) => sum + (piece.kind === 'text' ? piece.text : toJson(piece)).length, 0)

function listForKey(lists: Map<string, SeenResult[]>, key: string): SeenResult[] {
  const known = lists.get(key)
  if (known) return known
  const made: SeenResult[] = []
  lists.set(key, made)
  return made
}

/** Inserts a result in session order. If a result arrives late, it may belong to an earlier unit. */
function insertInOrder(list: SeenResult[], told: SeenResult): void {
  const index = firstIndex(list.length, at => (list[at] as SeenResult).unit > told.unit)
  list.splice(index, 0, told)
}
