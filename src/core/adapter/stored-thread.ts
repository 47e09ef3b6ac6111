import type { Compiled } from '../compile/contract/result.ts'
import { laterWorkOf } from '../compile/later/later-work.ts'
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
  findContinuedBranch,
  parseStoredPlan,
  readConversation,
  type StoredConversation,
  type StoredPlan,
  withBranch,
  withPlan,
} from './stored-conversation.ts'

/**
 * Number of later calls in which work counts as running after one call began it. After that, the work is done again.
 */
const patience = 8

/** Maximum number of stored outcomes that one call looks up. */
const mostAsked = 512

/** Key of a conversation in a storage, and the digests of the call's messages. */
interface Call {
  readonly storage: JsonStorage
  readonly key: string
  readonly marks: readonly EventDigest[]
}

/** One call of a conversation that is kept in a storage. */
export class StoredThread {
  /** Events that earlier calls recorded, and outcomes that have arrived since. */
  readonly recorded: readonly RecordedEvents[]
  private readonly storage: JsonStorage
  private readonly key: string
  private readonly known: StoredConversation
  private readonly continued: Continued
  private readonly marks: readonly EventDigest[]
  private readonly report: StoredReport | null

  private constructor(
    { storage, key, marks }: Call,
    known: StoredConversation,
    continued: Continued,
    { arrived, report }: Arrived,
  ) {
    this.storage = storage
    this.key = key
    this.marks = marks
    this.known = known
    this.continued = continued
    this.report = report
    const { branch } = continued
    const after = branchEnd(branch)
    this.recorded =
      after === 0 || arrived.length === 0 ? branch.recorded : [...branch.recorded, { after, events: arrived }]
  }

  /** Name of the call that this call continues. The name is unique among all calls of all conversations. */
  get before(): string {
    return `${this.key}:${this.known.calls}`
  }

  /** Name of this call. */
  get now(): string {
    return `${this.key}:${this.known.calls + 1}`
  }

  /** Reads the conversation of a call from the storage; null if the storage failed. */
  static async open(call: Call, signal: AbortSignal | undefined): Promise<StoredThread | null> {
    const { storage, key, marks } = call
    const read = await storage.read(key, signal)
    // If the read failed, nothing may be written, because it could replace a longer stored conversation.
    if (read === null) return null
    const stored = read.value === undefined ? none : readConversation(read.value)
    if (stored === null) storage.note('it returned a value that ctxc did not store')
    const known = stored ?? none
    const going = findContinuedBranch(known.branches, marks)
    const { branch } = going
    const done = new Set(
      branch.recorded.flatMap(({ events }) => events.map(({ actions }) => actions?.effect?.key)),
    )
    const asked = branch.asked.filter(work => !done.has(work)).slice(0, mostAsked)
    // Only a plan of estimated tokens takes a report, so the others need no further read.
    const estimates = branch.plans.some(plan => parseStoredPlan(plan)?.usage !== undefined)
    const [report, ...outcomes] = await Promise.all([
      estimates ? storage.read(reportKey(key), signal).then(found => readReport(found?.value)) : null,
      ...asked.map(async work =>
        readStoredOutcome((await storage.read(storedWorkKey(key, work), signal))?.value, work),
      ),
    ])
    return new StoredThread(call, known, going, { arrived: outcomes.flat(), report })
  }

  /**
   * Returns the plan that a request continues: the plan of a request that began in the same way, or else the plan of
   * the last call.
   */
  planFor(beginning: string): (Omit<StoredPlan, 'plan'> & { readonly plan: Plan }) | null {
    const { plans } = this.continued.branch
    // A request for exactly the same messages is a repetition, so it does not count as an earlier call.
    const others = plans.filter(({ after }) => after < this.marks.length)
    const found = plans.find(plan => plan.beginning === beginning) ?? others.at(-1)
    const plan = found === undefined ? null : parseStoredPlan(found)
    if (found === undefined || plan === null) return null
    const reported = this.report?.of === plan.check ? parseStoredPlan(this.report) : null
    return { ...found, plan: reported ?? plan }
  }

  /** Stores a plan with the usage that the provider reported, for calls that continue with the plan without it. */
  storeReport(plan: Plan, reported: Plan): Promise<void> {
    return this.storage.write(reportKey(this.key), { of: plan.check, plan: JSON.stringify(reported) })
  }

  /** Stores the plan, the recorded events and the requested work of this call. */
  async storeCallEnd(
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
    await this.storage.write(this.key, { calls: known.calls + 1, branches }, signal)
  }

  /** Does the work that no other call has begun or done, and stores each outcome. The promise is never rejected. */
  async resolve(
    result: Compiled,
    { effects, signal, isSent = true }: LaterOptions & { readonly effects: Effects },
  ): Promise<void> {
    const { wants, continuation } = laterWorkOf(result)
    const isDue = await Promise.all(wants.map(({ key }) => this.isWorkNotBegun(key)))
    const due = wants.filter((_, index) => isDue[index])
    await Promise.all(due.map(({ key }) => this.storeWork(key, { since: this.known.calls })))
    const kept: Promise<void>[] = []
    const left = new Set(due.map(({ key }) => key))
    // This module is loaded on demand, because most compiles want no work.
    const { doLaterWork } = await import('../compile/later/do-later-work.ts')
    await doLaterWork(
      { wants: due, continuation: isSent ? continuation : () => null },
      effects,
      signal,
      events => {
        for (const event of events) {
          const key = event.actions?.effect?.key ?? ''
          left.delete(key)
          kept.push(this.storeWork(key, { event }))
        }
      },
    )
    // Work that was aborted may be started again.
    for (const key of left) kept.push(this.storeWork(key, {}))
    await Promise.all(kept)
  }

  private storeWork(work: string, value: object): Promise<void> {
    return this.storage.write(storedWorkKey(this.key, work), value)
  }

  private async isWorkNotBegun(work: string): Promise<boolean> {
    const read = await this.storage.read(storedWorkKey(this.key, work))
    if (read === null || readStoredOutcome(read.value, work).length > 0) return false
    const since = isObject(read.value) && typeof read.value.since === 'number' ? read.value.since : -patience
    const { calls } = this.known
    // If `since` is greater than this call's number, the storage lost the conversation, and the numbers began again at
    // 0.
    return calls >= since + patience || since > calls
  }
}

const none: StoredConversation = { calls: 0, branches: [] }

/** Stored outcomes that arrived since the last call, and the report on its usage. */
interface Arrived {
  readonly arrived: readonly EventInput[]
  readonly report: StoredReport | null
}

/** Plan with the usage that the provider reported for its request, and the checksum of the plan without it. */
interface StoredReport {
  readonly of: string
  readonly plan: string
}

const reportKey = (conversation: string): string => `${conversation}/usage`

const readReport = (value: unknown): StoredReport | null =>
  isObject(value) && typeof value.of === 'string' && typeof value.plan === 'string'
    ? { of: value.of, plan: value.plan }
    : null

/** Returns the key in a storage for the outcome of some work of a conversation. */
const storedWorkKey = (conversation: string, work: string): string => `${conversation}/${work}`

/** Returns a list with the event that records the outcome of some work; an empty list if the work is not done. */
function readStoredOutcome(value: unknown, key: string): readonly EventInput[] {
  const events: unknown = isObject(value) && value.event !== undefined ? [value.event] : []
  return areRecorded(events) && events.every(({ actions }) => actions?.effect?.key === key) ? events : []
}
