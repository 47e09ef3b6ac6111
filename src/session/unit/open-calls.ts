import { toJson } from '../../text/json.ts'
import type { CallTable } from './call-table.ts'

/** Facts known of calls, by their number. */
export type KnownCalls = Pick<CallTable, 'isAnswered' | 'idOf' | 'nameOf' | 'unitOf'>

/** Calls in order, the answered ones skipped as they are met: each is passed over once. */
class Queue {
  private readonly calls: number[] = []
  private head = 0

  push(call: number): void {
    this.calls.push(call)
  }

  /** The oldest that waits; -1 for none. */
  first(rows: KnownCalls): number {
    while (this.head < this.calls.length && rows.isAnswered(this.calls[this.head] as number)) this.head++
    return this.calls[this.head] ?? -1
  }
}

/** So many calls are looked through one by one; more are found by what an answer may name. */
const few = 8

/** Calls by what an answer may name. */
interface CallIndex {
  readonly queues: Map<string, Queue>
  /** The oldest of each id and name, answered or not, by its place. */
  readonly oldest: Map<string, number>
}

/** The calls of a run of responses that wait for answers, found in constant time. Nothing was said between the responses. */
export class OpenCalls {
  /** The units that they belong to, oldest first. */
  readonly units: number[] = []
  /** Number of calls that wait. */
  waiting = 0
  /** One of them was answered, or somebody spoke since: what the model says next ends the wait. */
  isSettled = false
  private readonly rows: KnownCalls
  private readonly calls: number[] = []
  /** Arguments that each call was made with. */
  private readonly given: unknown[] = []
  /** Null while there are few. */
  private index: CallIndex | null = null

  constructor(rows: KnownCalls) {
    this.rows = rows
  }

  /** Whether the same call waits already: one that was stored twice, with nothing but calls in between. */
  holds(id: string, name: string, given: unknown): boolean {
    if (this.isSettled || id === '') return false
    const place = this.oldestOf(id, name)
    return place >= 0 && isSame(this.given[place], given)
  }

  add(call: number, unit: number, given: unknown): void {
    this.waiting++
    if (this.units.at(-1) !== unit) this.units.push(unit)
    this.calls.push(call)
    this.given.push(given)
    if (this.index !== null) this.enter(this.index, this.calls.length - 1)
    else if (this.calls.length > few) {
      this.index = { queues: new Map(), oldest: new Map() }
      for (const place of this.calls.keys()) this.enter(this.index, place)
    }
  }

  /** The open calls of one unit; null where none waits. */
  of(unit: number): OpenCalls | null {
    const left = new OpenCalls(this.rows)
    left.isSettled = true
    for (const call of this.calls)
      if (this.rows.unitOf(call) === unit && !this.rows.isAnswered(call)) left.add(call, unit, undefined)
    return left.waiting > 0 ? left : null
  }

  /** The call that an answer belongs to, -1 for none; `known` says that some call of the session has the id. */
  find(id: string, name: string, known: boolean): number {
    if (id !== '') {
      // Same id and name; else the oldest with that id; else, for an id that nobody used, by name and order.
      const both = this.first(id, name)
      const sameId = both < 0 ? this.first(id, null) : both
      if (sameId >= 0 || known || name === '') return sameId
    }
    return this.first(null, name === '' ? null : name)
  }

  /** The oldest that waits, of this id and this name; null for any. */
  private first(id: string | null, name: string | null): number {
    const { rows, index } = this
    if (index !== null) return index.queues.get(keyOf(id, name))?.first(rows) ?? -1
    for (const call of this.calls) {
      if (rows.isAnswered(call)) continue
      if ((id === null || rows.idOf(call) === id) && (name === null || rows.nameOf(call) === name))
        return call
    }
    return -1
  }

  /** The place in `calls` of the oldest of this id and name, answered or not; -1 for none. */
  private oldestOf(id: string, name: string): number {
    const { rows, index } = this
    if (index !== null) return index.oldest.get(keyOf(id, name)) ?? -1
    return this.calls.findIndex(call => rows.idOf(call) === id && rows.nameOf(call) === name)
  }

  private enter({ queues, oldest }: CallIndex, place: number): void {
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

/** Whether two calls were made with the same arguments. */
const isSame = (left: unknown, right: unknown): boolean =>
  left === right || (typeof left === typeof right && toJson(left) === toJson(right))

const keyOf = (id: string | null, name: string | null): string => JSON.stringify([id, name])
