import type { Agent } from '../agent/agent.ts'
import type { Compiled } from '../compile/contract/result.ts'
import { doLater, laterWorkOf } from '../compile/later/later-work.ts'
import type { Effects } from '../effect/handler.ts'
import type { EventInput } from '../ir/event.ts'
import { isObject } from '../ir/json.ts'
import type { Plan } from '../ir/plan.ts'
import { digest } from '../text/digest.ts'
import { contentJson, type EventDigest } from './event-digests.ts'
import type { RecordedEvents } from './interleaved.ts'
import type { JsonStorage } from './json-storage.ts'
import type { LaterOptions } from './later-outcomes.ts'
import {
  areEvents,
  newConversation,
  readConversation,
  type StoredConversation,
  type StoredPlan,
  unchanged,
  withPlan,
} from './stored-conversation.ts'

/** Calls for which work that was begun is waited for, before it is done again. */
const patience = 8

/** Most outcomes that are read at once. */
const mostAsked = 64

/** One call of a conversation that a storage keeps. */
export class StoredThread {
  /** Events that earlier calls recorded, and outcomes that arrived since. */
  readonly recorded: readonly RecordedEvents[]
  private readonly storage: JsonStorage
  private readonly name: string
  private readonly known: StoredConversation
  private readonly marks: readonly EventDigest[]

  private constructor(
    storage: JsonStorage,
    name: string,
    marks: readonly EventDigest[],
    known: StoredConversation,
    arrived: readonly EventInput[],
  ) {
    this.storage = storage
    this.name = name
    this.marks = marks
    this.known = known
    const after = Math.max(0, ...[...known.plans, ...known.recorded].map(end => end.after))
    this.recorded =
      after === 0 || arrived.length === 0 ? known.recorded : [...known.recorded, { after, events: arrived }]
  }

  /** Reads a conversation, for an agent; null if the storage failed. Agents that see other messages share nothing. */
  static async open(
    storage: JsonStorage,
    id: string,
    { context, includeContents }: Agent,
    marks: readonly EventDigest[],
  ): Promise<StoredThread | null> {
    const name = digest(JSON.stringify([id, contentJson([context, includeContents])]))
    const read = await storage.read(name)
    // A stored conversation must not be replaced with less.
    if (read === null) return null
    const stored = read.value === undefined ? newConversation : readConversation(read.value)
    if (stored === null) storage.note('it returned a value that was not stored so')
    const known = unchanged(stored ?? newConversation, marks)
    const done = new Set(
      known.recorded.flatMap(({ events }) => events.map(({ actions }) => actions?.effect?.key)),
    )
    const asked = known.asked.filter(key => !done.has(key)).slice(0, mostAsked)
    const outcomes = await Promise.all(
      asked.map(async key => outcomeIn((await storage.read(work(name, key)))?.value, key)),
    )
    return new StoredThread(storage, name, marks, known, outcomes.flat())
  }

  /** Returns the plan from which a request goes on: that of the same beginning, or else of the last call. */
  planFor(beginning: string): StoredPlan | undefined {
    const { plans } = this.known
    // Another request for the same messages is no earlier call.
    const others = plans.filter(({ after }) => after < this.marks.length)
    return plans.find(plan => plan.beginning === beginning) ?? others.at(-1)
  }

  /** Stores the end of this call. */
  async leave(
    recorded: readonly RecordedEvents[],
    end: { readonly plan: Plan; readonly beginning: string },
    { wants }: Compiled,
  ): Promise<void> {
    const { marks, known } = this
    const after = marks.length
    const { content, ids } = marks[after - 1] as EventDigest
    const stored: StoredConversation = {
      calls: known.calls + 1,
      plans: withPlan(known.plans, { ...end, after, content, ids }),
      recorded: recorded.map(one => ({ ...one, content: marks[one.after - 1]?.content ?? '' })),
      asked: wants.map(({ key }) => key),
    }
    await this.storage.write(this.name, stored)
  }

  /** Does the work that no call is doing or has done, and stores each outcome. Never rejects. */
  async resolve(
    result: Compiled,
    { effects, signal, isSent = true }: LaterOptions & { readonly effects: Effects },
  ): Promise<void> {
    const { wants, continuation } = laterWorkOf(result)
    const isDue = await Promise.all(wants.map(({ key }) => this.isDue(key)))
    const due = wants.filter((_, index) => isDue[index])
    await Promise.all(due.map(({ key }) => this.keep(key, { since: this.known.calls })))
    const kept: Promise<void>[] = []
    await doLater(
      { wants: due, continuation: isSent ? continuation : () => null },
      effects,
      signal,
      events => {
        for (const event of events) kept.push(this.keep(event.actions?.effect?.key ?? '', { event }))
      },
    )
    await Promise.all(kept)
  }

  private keep(key: string, value: object): Promise<void> {
    return this.storage.write(work(this.name, key), value)
  }

  private async isDue(key: string): Promise<boolean> {
    const read = await this.storage.read(work(this.name, key))
    if (read === null || outcomeIn(read.value, key).length > 0) return false
    const since = isObject(read.value) && typeof read.value.since === 'number' ? read.value.since : -patience
    return this.known.calls >= since + patience
  }
}

const work = (name: string, key: string): string => `${name}:${key}`

/** Returns the event with the outcome of some work, as a list; an empty one if it is not done. */
function outcomeIn(value: unknown, key: string): readonly EventInput[] {
  const events: unknown = isObject(value) && value.event !== undefined ? [value.event] : []
  return areEvents(events) && events.every(({ actions }) => actions?.effect?.key === key) ? events : []
}
