import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { difference } from '../../src/run/runner/test/essence.ts'
import { storeAt } from '../../src/run/runner/test/processes/store-at.ts'
import type { OwnerCost, StoredEvent } from '../../src/run/store/index.ts'
import type { Fleet, Loss } from './fleet.ts'
import { keyOf, mostWait, placeOf } from './kinds.ts'
import { reported, type ToolLine } from './program.ts'

/** Logs, tool calls and reported events of a batch of sessions. */
export class Batch {
  private readonly folder: string
  private readonly logs: ReadonlyMap<string, readonly StoredEvent[]>
  private readonly costs: readonly OwnerCost[]
  /** Calls that began. */
  private readonly begun: readonly ToolLine[]

  private constructor(folder: string, logs: Batch['logs'], costs: readonly OwnerCost[]) {
    this.folder = folder
    this.logs = logs
    this.costs = costs
    this.begun = (this.lines('tools') as ToolLine[]).filter(({ phase }) => phase === 'begin')
  }

  /** Reads a batch whose processes have ended. */
  static async read(folder: string, sessions: number): Promise<Batch> {
    const store = await storeAt(placeOf(folder), { isDirect: true })
    const logs = new Map<string, readonly StoredEvent[]>()
    for (let index = 0; index < sessions; index++) {
      const key = keyOf(index)
      logs.set(key.id, (await store.read(key))?.events ?? [])
    }
    const costs = (await store.accounts?.costs()) ?? []
    await store.close()
    return new Batch(folder, logs, costs)
  }

  /** Number of events that were reported. */
  get acknowledged(): number {
    return this.lines('acks').length
  }

  /** Number of calls that began again, because their process was killed before the result was recorded. */
  get retried(): number {
    return this.begun.length - new Set(this.begun.map(({ key }) => key)).size
  }

  /** Returns the faults of the sessions, compared with the log of an uninterrupted run. */
  problems(expected: readonly StoredEvent[]): readonly string[] {
    const differences = [...this.logs].flatMap(([id, events]) => {
      const found = difference(expected, events, reported)
      return found === null ? [] : [`${id}: ${found}`]
    })
    return [...this.lost(), ...this.repeated(), ...this.miscounted(), ...differences]
  }

  /**
   * Returns the milliseconds from the end of a lease, or of a process that stopped, to the first work of another
   * process. Sessions with no work left are left out, and those that waited for the server, or for the next attempt to reach it.
   */
  waits({ losses, downs, retryLength }: Fleet, kind: Loss['kind']): readonly number[] {
    return losses.flatMap(({ id, from, end, kind: of }) => {
      if (of !== kind) return []
      const first = this.firstWork(id, from)
      const isDown = downs.some(([down, up]) => down < (first ?? 0) && up + retryLength > from)
      return first === undefined || isDown ? [] : [Math.max(0, first - end)]
    })
  }

  /** Returns the waits that are too long, as texts. */
  late(fleet: Fleet): readonly string[] {
    return (['kill', 'stop'] as const).flatMap(kind =>
      this.waits(fleet, kind)
        .filter(wait => wait > mostWait)
        .map(wait => `a session waited ${wait.toFixed(0)} ms for another process after a ${kind}`),
    )
  }

  /** Returns the time of the first call of a model or a tool in a session after a time. */
  private firstWork(id: string, after: number): number | undefined {
    const answers = (this.logs.get(id) ?? []).flatMap(({ actions }) => actions?.run?.answered?.now ?? [])
    const calls = this.begun.filter(({ key }) => key.startsWith(`${id}/`)).map(({ time }) => time)
    const times = [...answers, ...calls].filter(time => time > after)
    return times.length === 0 ? undefined : Math.min(...times)
  }

  /** Returns the reported events that the store does not contain unchanged. */
  private lost(): readonly string[] {
    return (this.lines('acks') as { id: string; event: StoredEvent }[]).flatMap(({ id, event }) => {
      const stored = this.logs.get(id)?.[event.seq]
      const isKept = isDeepStrictEqual(JSON.parse(JSON.stringify(stored ?? null)), event)
      return isKept ? [] : [`${id}: event ${event.seq} was reported, and is ${stored ? 'another' : 'lost'}`]
    })
  }

  /** Returns the calls that began although they had a result, that wrongly began twice, or that have two results. */
  private repeated(): readonly string[] {
    const results = new Map<string, number>()
    const doubled: string[] = []
    for (const [id, events] of this.logs) {
      const places = new Map<string, string>()
      for (const { seq, parts, time = 0 } of events)
        for (const [index, part] of parts.entries()) {
          if (part.kind === 'tool-call') places.set(part.id, `${id}/${seq}.${index}`)
          if (part.kind !== 'tool-result') continue
          const place = places.get(part.id) ?? part.id
          if (results.has(place)) doubled.push(`the call ${place} has two results`)
          results.set(place, time)
        }
    }
    const again = this.begun.flatMap(({ tool, key, time }) =>
      time > (results.get(key) ?? Number.POSITIVE_INFINITY)
        ? [`${tool} ${key} ran again after its result was recorded`]
        : [],
    )
    const once = this.begun.filter(({ tool }) => reported.includes(tool)).map(({ key }) => key)
    const twice = once.filter((key, index) => once.indexOf(key) < index)
    return [...doubled, ...again, ...twice.map(key => `the call ${key} began twice`)]
  }

  /** Returns the costs in the store's accounts that differ from those of the answers in the logs. */
  private miscounted(): readonly string[] {
    const answers = [...this.logs.values()].flat().flatMap(({ actions }) => actions?.usage ?? [])
    const sumOf = (name: 'inputTokens' | 'outputTokens'): number =>
      answers.reduce((sum, { [name]: tokens = 0 }) => sum + tokens, 0)
    const expected = [answers.length, sumOf('inputTokens'), sumOf('outputTokens')]
    const actual = this.costs.reduce(
      ([calls = 0, input = 0, output = 0], { calls: own, usage }) => [
        calls + own,
        input + usage.inputTokens,
        output + usage.outputTokens,
      ],
      [0, 0, 0],
    )
    return isDeepStrictEqual(actual, expected)
      ? []
      : [`the accounts have ${actual} calls and tokens, and the logs ${expected}`]
  }

  private lines(name: string): readonly object[] {
    const file = join(this.folder, name)
    if (!existsSync(file)) return []
    // The last line may be incomplete.
    const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1)
    return whole.map(line => JSON.parse(line) as object)
  }
}
