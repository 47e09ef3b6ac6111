import type { PartKind } from '../ir/part.ts'
import { deriveId, needsOther } from './derive-id.ts'
import { type AuthorRole, roleOf } from './event.ts'
import { OpenCalls } from './open-calls.ts'
import type { Sink } from './sink.ts'
import { UnitRows } from './unit-rows.ts'

/** What the fold remembers of a branch: the response that waits for answers, and the one being said. */
interface BranchState {
  open: OpenCalls | null
  speaking: number | null
  response: string
}

/** The event being folded. */
interface Current {
  readonly role: AuthorRole
  readonly branch: string
  readonly response: string
  readonly state: BranchState
  /** Index of the next part. */
  part: number
  /** Units begun in this event. */
  begun: number
  /** The unit of the event's own words. */
  message: number | null
}

/** Forms units from events in one pass over the log: a unit's id and extent depend on the events alone. */
export class UnitFold implements Sink {
  readonly rows = new UnitRows()
  /** How many events were folded; the seq of the one being folded. */
  events = 0

  private readonly knownIds = new Set<string>()
  /** Those, and the ones made up. */
  private readonly takenIds = new Set<string>()
  private readonly branches = new Map<string, BranchState>()
  private now = this.current('user', '', '')

  event(author: string, branch: string, response: string): void {
    this.now = this.current(roleOf(author), branch, response)
  }

  part(kind: Exclude<PartKind, 'tool-call' | 'tool-result'>, size: number): void {
    const shows = size > 0 || kind !== 'text'
    const unit = this.messageUnit(shows)
    this.rows.extend(unit, this.nextPlace(), size, shows)
    if (kind === 'opaque') this.rows.addOpaque(unit)
  }

  call(id: string, name: string, size: number): void {
    const unit = this.messageUnit(true)
    const place = this.nextPlace()
    this.rows.extend(unit, place, size, true)
    // A call in someone else's mouth cannot be answered: it is shown as data.
    if (this.now.role !== 'model') return
    const first = id !== '' && !this.takenIds.has(id)
    // Decided here and not where it is sent: what is trimmed away later must not change it.
    const derived =
      first && !needsOther(id) ? null : deriveId(this.rows.idOf(unit), place.seq, place.part, this.takenIds)
    const call = this.rows.addCall(unit, place, { id, name, first, derived })
    this.takenIds.add(id)
    if (derived !== null) this.takenIds.add(derived)
    this.knownIds.add(id)
    const { state } = this.now
    if (state.open?.unit !== unit) state.open = new OpenCalls(unit, index => this.rows.isAnswered(index))
    state.open.add(call, id, name)
  }

  result(id: string, name: string, size: number): void {
    const { state } = this.now
    state.speaking = null
    const known = id !== '' && this.knownIds.has(id)
    const call = state.open?.find(id, name, known) ?? null
    if (call === null || state.open === null) {
      const unit = this.begin(known ? 'late' : 'orphan')
      return this.rows.extend(unit, this.nextPlace(), size, true)
    }
    const place = this.nextPlace()
    this.rows.extend(state.open.unit, place, size, true)
    this.rows.answer(call, place)
    if (!this.rows.isOpen(state.open.unit)) state.open = null
  }

  end(acted: boolean): void {
    if (this.now.part === 0 && !acted) {
      this.rows.addSpan(this.begin(this.now.role), { seq: this.events, from: 0, to: 0 })
    }
    this.events++
  }

  /** Ordinals of the units that wait for answers, oldest first. */
  openUnits(): number[] {
    const open = [...this.branches.values()].flatMap(state => state.open?.unit ?? [])
    return open.sort((left, right) => left - right)
  }

  /** Ordinals of the units that may still gain parts: those that wait for answers, and answers that may go on. */
  growingUnits(): number[] {
    const spoken = [...this.branches.values()].flatMap(({ speaking, response }) =>
      speaking !== null && response !== '' ? [speaking] : [],
    )
    return [...this.openUnits(), ...spoken]
  }

  private current(role: AuthorRole, branch: string, response: string): Current {
    let state = this.branches.get(branch)
    if (!state) {
      state = { open: null, speaking: null, response: '' }
      this.branches.set(branch, state)
    }
    return { role, branch, response, state, part: 0, begun: 0, message: null }
  }

  private nextPlace(): { seq: number; part: number } {
    return { seq: this.events, part: this.now.part++ }
  }

  private begin(kind: AuthorRole | 'late' | 'orphan'): number {
    return this.rows.begin(kind, this.now.branch, this.events, this.now.begun++)
  }

  /** The unit that the current event's words and calls belong to. */
  private messageUnit(shows: boolean): number {
    const { role, response, state } = this.now
    const continued = role === 'model' && response !== '' && response === state.response
    this.now.message ??= (continued ? state.speaking : null) ?? this.begin(role)
    if (role !== 'model') state.speaking = null
    else if (shows) this.speak(this.now.message)
    return this.now.message
  }

  /** A model response was heard: the branch's earlier one can no longer be answered. */
  private speak(unit: number): void {
    const { state, response } = this.now
    if (state.open !== null && state.open.unit !== unit) {
      this.rows.close(state.open.unit)
      state.open = null
    }
    state.speaking = unit
    state.response = response
  }
}
