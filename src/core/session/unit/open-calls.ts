import { toJson } from '../../text/json.ts'
import type { CallTable } from './call-table.ts'

/** Facts about calls, by the index of the call in a call table. */
export type KnownCalls = Pick<CallTable, 'isAnswered' | 'idOf' | 'nameOf' | 'unitOf'>

/**
 * Queue of calls in order. If a search finds an answered call, the call is removed, so that it is skipped only once.
 */
class Queue {
  private readonly calls: number[] = []
  private head = 0

  push(call: number): void {
    this.calls.push(call)
  }

  /** Returns the oldest call that still waits for its result; -1 if there is none. */
  first(rows: KnownCalls): number {
    while (this.head < this.calls.length && rows.isAnswered(this.calls[this.head] as number)) this.head++
    return this.calls[this.head] ?? -1
  }
}

/** Maximum number of calls that are searched one by one; for more calls, an index is built. */
const few = 8

/** Index of calls by id and by name. A result may have either or both. */
interface CallIndex {
  readonly queues: Map<string, Queue>
  /** Position of the oldest call for each pair of id and name, whether or not the call was answered. */
  readonly oldest: Map<string, number>
}

/** Calls that wait for results, from consecutive responses without text between them. Lookups take constant time. */
export class OpenCalls {
  /** Units that the calls belong to, oldest first. */
  readonly units: number[] = []
  /** Number of calls that wait for a result. */
  waiting = 0
  /**
   * Whether a call was answered or another message came after the calls. In both cases, the model's next response ends
   * the wait.
   */
  isSettled = false
  private readonly rows: KnownCalls
  private readonly calls: number[] = []
  /** Arguments of each call. */
  private readonly given: unknown[] = []
  /** Index for lookups; null while there are too few calls to need one. */
  private index: CallIndex | null = null

  constructor(rows: KnownCalls) {
    this.rows = rows
  }

  /**
   * Returns the index of a call that an equal call repeats; -1 if there is none. This happens if a log stores a call
   * twice with only calls in between. A result that came before the call may have answered it.
   */
  findEqualCall(id: string, name: string, given: unknown): number {
    if (this.isSettled || id === '') return -1
    const place = this.oldestPlaceOf(id, name)
    if (place < 0 || !haveSameArguments(this.given[place], given)) return -1
    const waiting = this.findCallFor(id, name, true)
    return waiting < 0 ? (this.calls[place] as number) : waiting
  }

  add(call: number, unit: number, given: unknown): void {
    this.waiting++
    if (this.units.at(-1) !== unit) this.units.push(unit)
    this.calls.push(call)
    this.given.push(given)
    if (this.index !== null) this.addToIndex(this.index, this.calls.length - 1)
    else if (this.calls.length > few) {
      this.index = { queues: new Map(), oldest: new Map() }
      for (const place of this.calls.keys()) this.addToIndex(this.index, place)
    }
  }

  /** Returns the open calls of one unit; null if it has none. */
  waitingCallsOfUnit(unit: number): OpenCalls | null {
    const left = new OpenCalls(this.rows)
    left.isSettled = true
    for (const call of this.calls)
      if (this.rows.unitOf(call) === unit && !this.rows.isAnswered(call)) left.add(call, unit, undefined)
    return left.waiting > 0 ? left : null
  }

  /**
   * Returns the index of the call to which a result belongs; -1 if there is none. `known`: whether a call of the
   * session has the result's id.
   */
  findCallFor(id: string, name: string, known: boolean): number {
    if (id !== '') {
      // The search first tries id and name together. It then takes the oldest call by id, or, if no call ever had the
      // id, the oldest by name.
      const both = this.oldestWaiting(id, name)
      const sameId = both < 0 ? this.oldestWaiting(id, null) : both
      if (sameId >= 0 || known || name === '') return sameId
    }
    return this.oldestWaiting(null, name === '' ? null : name)
  }

  /** Returns the oldest waiting call with this id and name; -1 if there is none. A null id or name matches any call. */
  private oldestWaiting(id: string | null, name: string | null): number {
    const { rows, index } = this
    if (index !== null) return index.queues.get(keyOf(id, name))?.first(rows) ?? -1
    for (const call of this.calls) {
      if (rows.isAnswered(call)) continue
      if ((id === null || rows.idOf(call) === id) && (name === null || rows.nameOf(call) === name))
        return call
    }
    return -1
  }

  /** Returns the position in `calls` of the oldest call with this id and name, answered or not; -1 if there is none. */
  private oldestPlaceOf(id: string, name: string): number {
    const { rows, index } = this
    if (index !== null) return index.oldest.get(keyOf(id, name)) ?? -1
    return this.calls.findIndex(call => rows.idOf(call) === id && rows.nameOf(call) === name)
  }

  private addToIndex({ queues, oldest }: CallIndex, place: number): void {
    const call = this.calls[place] as number
    const [id, name] = [this.rows.idOf(call), this.rows.nameOf(call)]
    const own = keyOf(id, name)
    if (!oldest.has(own)) oldest.set(own, place)
    const keys = [keyOf(null, null), keyOf(null, name)]
    if (id !== '') keys.push(keyOf(id, null), own)
    for (const key of keys) {
      const queue = queues.get(key) ?? new Queue()
      queue.push(call)
      queues.set(key, queue)
    }
  }
}

/** Whether the arguments of two calls are equal. */
const haveSameArguments = (left: unknown, right: unknown): boolean =>
  left === right || (typeof left === typeof right && toJson(left) === toJson(right))

const keyOf = (id: string | null, name: string | null): string => JSON.stringify([id, name])
