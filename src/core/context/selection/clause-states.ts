import type { Event } from '../../ir/event.ts'
import type { Clause } from '../../ir/policy.ts'
import type { Units } from '../../session/unit/units.ts'
import { never, type Reach } from '../definition/selector.ts'
import { selectorOf } from '../selector/selectors.ts'
import { type ClauseState, firstSelected, statesOfClauses } from './clause-state.ts'
import { beginsStep, beginsTurn, Turns } from './turns.ts'

/** Clauses of a policy over the units that an agent sees, with the current selection of each clause. */
export class ClauseStates {
  readonly all: readonly ClauseState[]
  readonly turns: Turns
  readonly steps: Turns
  private readonly view: Units
  private readonly meter: { places: number }
  /** Clauses that test the content of each unit. */
  readonly tested: readonly ClauseState[]
  /**
   * Clauses whose units are visited one by one. Clauses with the tier `archive` are excluded, because their units are
   * not shown.
   */
  private readonly walked: readonly ClauseState[]
  /** Start of the range in which every unit is selected. Every unit before `first` is selected too. */
  private dense = never
  private first = 0

  constructor(
    view: Units,
    clauses: readonly Clause[],
    meter: { places: number },
    eventAt: (seq: number) => Event,
  ) {
    this.view = view
    this.meter = meter
    this.all = statesOfClauses(clauses, view.rows, eventAt)
    this.tested = this.all.filter(({ test }) => test !== null)
    this.turns = new Turns(view, beginsTurn)
    this.steps = new Turns(view, beginsStep)
    this.walked = this.tested.filter(({ clause }) => clause.tier !== 'archive')
  }

  /** Tests the content of a unit that is new or got more parts. */
  add(unit: number): void {
    for (const { test, members } of this.tested) if (test?.(unit)) members.add(unit)
  }

  /** Computes the range of every clause for the current session. */
  computeRanges(): void {
    for (const slot of this.all) this.computeClauseRange(slot)
    this.findDenseRange()
  }

  /** Limits a clause to the units from `from` on, because older units would exceed its `atMost`. */
  limitClause(index: number, from: number): void {
    const slot = this.all[index]
    if (slot === undefined || slot.limit === from) return
    slot.limit = from
    this.findDenseRange()
  }

  /** Returns the clauses that select a unit. */
  statesSelecting(unit: number): ClauseState[] {
    return this.all.filter(slot => unit >= firstSelected(slot) && this.selects(slot, unit))
  }

  /** Whether a clause selects a unit, ignoring its `atMost`. */
  selects({ test, members, from, to }: ClauseState, unit: number): boolean {
    if (unit < from || unit >= to) return false
    if (test === null) return true
    return members.has(unit) || members.has(this.view.rows.covers.unitShownAt(unit))
  }

  /** Yields the units that a clause selects, newest first, ignoring its `atMost`. */
  *selectedBy(slot: ClauseState): Generator<number> {
    if (slot.from === never) return
    for (let unit = this.view.lastShown(); unit >= 0; unit = this.previousSelected(slot, unit))
      if (!this.view.isHidden(unit) && this.selects(slot, unit)) yield unit
  }

  /** Whether a unit lies in a range in which every unit is selected. */
  isDense(place: number): boolean {
    return place >= this.dense || place < this.first
  }

  /** Returns the last unit at or before `place` that may be selected; -1 if there is none. */
  lastSelectableUpTo(place: number): number {
    let found = this.first - 1
    for (const slot of this.walked) {
      const member = slot.from < never ? slot.members.upTo(place) : -1
      if (member >= firstSelected(slot)) found = Math.max(found, member)
    }
    return found
  }

  /** Returns the first unit at or after `place` that may be selected; Infinity if there is none. */
  firstSelectableFrom(place: number): number {
    let found = this.dense
    for (const slot of this.walked)
      if (slot.from < never) found = Math.min(found, slot.members.from(Math.max(place, firstSelected(slot))))
    return found
  }

  private previousSelected({ test, from, to, members }: ClauseState, unit: number): number {
    this.meter.places++
    const place = this.view.placeBefore(unit)
    if (place < from) return -1
    if (test === null) return place < to ? place : Math.min(place, to - 1)
    const member = members.upTo(place)
    return member < 0 ? -1 : Math.min(place, this.view.rows.covers.runOf(member)?.from ?? member)
  }

  private findDenseRange(): void {
    this.dense = never
    this.first = 0
    for (const slot of this.all) {
      const { test, from, to, clause } = slot
      if (test !== null || from === never || clause.tier === 'archive') continue
      if (to < never) this.first = Math.max(this.first, to)
      else this.dense = Math.min(this.dense, Math.max(from, firstSelected(slot)))
    }
  }

  private computeClauseRange(slot: ClauseState): void {
    slot.limit = 0
    slot.from = 0
    slot.to = never
    const stands = slot.stands === null ? null : (this.all[slot.stands] as ClauseState)
    // The previous clause in the chain is not used, so an even earlier clause selects something.
    slot.asked = stands === null || (stands.asked && this.isEmpty(stands))
    if (!slot.asked) slot.from = never
    else [slot.from, slot.to] = this.rangeOfSelector(slot)
  }

  private rangeOfSelector({ clause: { select }, test, members }: ClauseState): Reach {
    const definition = selectorOf(select)
    return definition.goesBy === 'position'
      ? definition.reach(select, this.view, this.turns, test && members)
      : [0, never]
  }

  private isEmpty(slot: ClauseState): boolean {
    if (slot.from === never) return true
    if (slot.test === null) return this.view.lastShown() < 0
    return !slot.members.some(unit => !this.view.isHidden(unit))
  }
}
