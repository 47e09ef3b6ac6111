import type { Compiled } from '../compile/contract/result.ts'
import { doLaterWork, laterWorkOf } from '../compile/later/later-work.ts'
import type { Effects } from '../effect/handler.ts'
import type { EventInput } from '../ir/event.ts'
import { isObject } from '../ir/json.ts'
import type { Plan } from '../ir/plan.ts'
import type { EventDigest } from './event-digests.ts'
import type { RecordedEvents } from './interleaved.ts'
import type { JsonStorage } from './json-storage.ts'
import type { LaterOptions } from './later-outcomes.ts'
import {
  areRecorded,
  branchEnd,
  type Continued,
  continued,
  planIn,
  readConversation,
  type StoredConversation,
  type StoredPlan,
  withBranch,
  withPlan,
} from './stored-conversation.ts'

/** Calls for which work that was begun is waited for, before it is done again. */
const patience = 8

/** Most outcomes that are read at once. */
const mostAsked = 512

/** Name of a call's conversation in a storage, and the digests of its messages. */
interface Call {
  readonly storage: JsonStorage
  readonly name: string
  readonly marks: readonly EventDigest[]
}

/** One call of a conversation that a storage keeps. */
export class StoredThread {
  /** Events that earlier calls recorded, and outcomes that arrived since. */
  readonly recorded: readonly RecordedEvents[]
  private readonly storage: JsonStorage
  private readonly name: string
  private readonly known: StoredConversation
  private readonly continued: Continued
  private readonly marks: readonly EventDigest[]

  private constructor(
    { storage, name, marks }: Call,
    known: StoredConversation,
    continued: Continued,
    arrived: readonly EventInput[],
  ) {
    this.storage = storage
    this.name = name
    this.marks = marks
    this.known = known
    this.continued = continued
    const { branch } = continued
    const after = branchEnd(branch)
    this.recorded =
      after === 0 || arrived.length === 0 ? branch.recorded : [...branch.recorded, { after, events: arrived }]
  }

  /** Name of the call from which this one continues: no other call, also of another conversation, has it. */
  get before(): string {
    return `${this.name}:${this.known.calls}`
  }

  /** Name of this call. */
  get now(): string {
    return `${this.name}:${this.known.calls + 1}`
  }

  /** Reads a conversation; null if the storage failed. */
  static async open(call: Call, signal: AbortSignal | undefined): Promise<StoredThread | null> {
    const { storage, name, marks } = call
    const read = await storage.read(name, signal)
    // A stored conversation must not be replaced with less.
    if (read === null) return null
    const stored = read.value === undefined ? none : readConversation(read.value)
    if (stored === null) storage.note('it returned a value that ctxc did not store')
    const known = stored ?? none
    const going = continued(known.branches, marks)
    const { branch } = going
    const done = new Set(
      branch.recorded.flatMap(({ events }) => events.map(({ actions }) => actions?.effect?.key)),
    )
    const asked = branch.asked.filter(key => !done.has(key)).slice(0, mostAsked)
    const outcomes = await Promise.all(
      asked.map(async key => outcomeIn((await storage.read(work(name, key), signal))?.value, key)),
    )
    return new StoredThread(call, known, going, outcomes.flat())
  }

  /** Returns the plan from which a request goes on: that of the same beginning, or else of the last call. */
  planFor(beginning: string): (Omit<StoredPlan, 'plan'> & { readonly plan: Plan }) | null {
    const { plans } = this.continued.branch
    // Another request for the same messages is no earlier call.
    const others = plans.filter(({ after }) => after < this.marks.length)
    const found = plans.find(plan => plan.beginning === beginning) ?? others.at(-1)
    const plan = found === undefined ? null : planIn(found)
    return found === undefined || plan === null ? null : { ...found, plan }
  }

  /** Stores the end of this call. */
  async leave(
    recorded: readonly RecordedEvents[],
    end: { readonly plan: Plan; readonly beginning: string; readonly note?: string },
    { wants }: Compiled,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { marks, known } = this
    const { stored, branch } = this.continued
    const after = marks.length
    const { content, ids } = marks[after - 1] as EventDigest
    const plan = { ...end, plan: JSON.stringify(end.plan), after, content, ids }
    const longer = {
      plans: withPlan(branch.plans, plan),
      recorded: recorded.map(one => ({ ...one, content: marks[one.after - 1]?.content ?? '' })),
      asked: wants.map(({ key }) => key),
    }
    const branches = withBranch(known.branches, stored, longer)
    await this.storage.write(this.name, { calls: known.calls + 1, branches }, signal)
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
    const left = new Set(due.map(({ key }) => key))
    await doLaterWork(
      { wants: due, continuation: isSent ? continuation : () => null },
      effects,
      signal,
      events => {
        for (const event of events) {
          const key = event.actions?.effect?.key ?? ''
          left.delete(key)
          kept.push(this.keep(key, { event }))
        }
      },
    )
    // Aborted work is next again.
    for (const key of left) kept.push(this.keep(key, {}))
    await Promise.all(kept)
  }

  private keep(key: string, value: object): Promise<void> {
    return this.storage.write(work(this.name, key), value)
  }

  private async isDue(key: string): Promise<boolean> {
    const read = await this.storage.read(work(this.name, key))
    if (read === null || outcomeIn(read.value, key).length > 0) return false
    const since = isObject(read.value) && typeof read.value.since === 'number' ? read.value.since : -patience
    const { calls } = this.known
    // A later call than this one was made before the conversation's value was lost.
    return calls >= since + patience || since > calls
  }
}

const none: StoredConversation = { calls: 0, branches: [] }

const work = (name: string, key: string): string => `${name}:${key}`

/** Returns the event with the outcome of some work, as a list; an empty one if it is not done. */
function outcomeIn(value: unknown, key: string): readonly EventInput[] {
  const events: unknown = isObject(value) && value.event !== undefined ? [value.event] : []
  return areRecorded(events) && events.every(({ actions }) => actions?.effect?.key === key) ? events : []
}
