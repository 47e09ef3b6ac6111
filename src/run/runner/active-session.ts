import type { Event } from '../../core/ir/event.ts'
import type { Channel } from './channel.ts'
import type { SessionEngine } from './engine.ts'
import type { LiveSession } from './live-session.ts'
import { runIdOf } from './observe/observers.ts'
import { outcomeOf } from './outcome.ts'
import type { CurrentProgram } from './programs.ts'
import type { RunEvent, RunOutcome } from './run-event.ts'
import type { RunnerSettings } from './settings.ts'
import type { UnstoredReport } from './sharing/messages.ts'
import type { Shown } from './shown.ts'
import { UnsavedDeltas } from './unsaved-deltas.ts'

/** Follower of a session: it gets the session's events until the session is done or waits. */
export interface Follower {
  readonly channel: Channel<RunEvent>
  /** Whether the follower's message or request is in the log. Before that, no outcome is the follower's. */
  isBegun: boolean
  resolve(outcome: RunOutcome): void
  reject(reason: unknown): void
}

/** Session that a runner keeps in memory, with its followers. */
export class ActiveSession {
  live!: LiveSession
  engine!: SessionEngine
  shown!: Shown
  private readonly followers = new Set<Follower>()
  /** Called with the reports of this process that are not stored, with the number of stored events before each. */
  onReport: (report: UnstoredReport, after: number) => void = () => {}
  private readonly unsaved = new UnsavedDeltas()
  /** Whether observers were told that this process works on the session. */
  private isObserved = false
  /** Events that were appended before observers were told that work on the session began. */
  private readonly unobserved: Event[] = []
  private readonly settings: Pick<RunnerSettings, 'now' | 'observers'>
  /** Program that the session runs. The session keeps this program until it is done or waits. */
  readonly program: CurrentProgram

  constructor(settings: Pick<RunnerSettings, 'now' | 'observers'>, program: CurrentProgram) {
    this.settings = settings
    this.program = program
  }

  get isFollowed(): boolean {
    return this.followers.size > 0
  }

  /** Sends the stored events from `from` on and the unfinished answers to a follower, and then all further events. */
  addFollower(follower: Follower, from: number): void {
    const { session } = this.live
    for (let seq = from; seq < session.length; seq++) {
      const event = session.event(seq)
      if (event.visibility !== 'internal')
        follower.channel.push({ type: 'event', event: this.shown.protectEvent(event) })
    }
    for (const delta of this.unfinishedParts) follower.channel.push(delta)
    this.followers.add(follower)
  }

  removeFollower(follower: Follower): void {
    this.followers.delete(follower)
  }

  publishStoredEvents(events: readonly Event[]): void {
    const { observers } = this.settings
    if (!observers.isEmpty) {
      const shown = events.map(event => this.shown.protectEvent(event))
      for (const event of shown) observers.event(this.live.key, event)
      if (!this.isObserved) this.unobserved.push(...events)
    }
    for (const [at, event] of events.entries())
      if (event.visibility !== 'internal')
        this.reportToFollowers({ type: 'event', event }, events.slice(at + 1))
  }

  reportToFollowers(event: RunEvent, following: readonly Event[] = []): void {
    const after = event.type === 'event' ? event.event.seq : this.live.session.length
    for (const shown of this.shown.protectedReports(event, following)) {
      this.deliverReport(shown)
      if (shown.type !== 'event') this.onReport(shown, after)
    }
  }

  /** Delivers a report without protected values to the followers. */
  deliverReport(shown: RunEvent): void {
    this.unsaved.add(shown)
    for (const { channel } of this.followers) channel.push(shown)
  }

  /** Parts of answers that are not stored yet. */
  get unfinishedParts(): readonly UnstoredReport[] {
    return this.unsaved.all
  }

  /** Whether nothing can be done before somebody else acts, such as a person who approves a call. */
  get isResting(): boolean {
    return this.live.steps.every(({ kind }) => kind === 'wait' || kind === 'done')
  }

  /** Earliest time at which a wait ends, in milliseconds since 1970; null if none ends on its own. */
  get until(): number | null {
    const times = this.live.steps.flatMap(({ until }) => (until === undefined ? [] : [until]))
    return times.length === 0 ? null : Math.min(...times)
  }

  /**
   * Tells observers that this process works on the session. Does nothing if there is no work and no unreported event of
   * a run.
   */
  reportBegin(): void {
    const { observers, now } = this.settings
    if (observers.isEmpty || this.isObserved) return
    const { key, session } = this.live
    const events = this.unobserved.splice(0)
    if (this.isResting && !events.some(({ actions }) => actions?.run)) return
    this.isObserved = true
    const { shown } = this
    observers.begin({
      session: key,
      runId: runIdOf(session),
      get events() {
        return events.map(event => shown.protectEvent(event))
      },
      time: now(),
    })
  }

  /** Ends the followers' streams with the session's outcome, because the session is done or waits. */
  deliverOutcome(): void {
    this.unsaved.clear()
    const { observers, now } = this.settings
    this.shown.dropHeldTexts()
    const { reason, ...rest } = outcomeOf(this.live.session, this.program.program.graph, this.live.steps)
    const outcome = { ...rest, reason: this.shown.protectValue(reason) }
    if (this.isObserved) observers.rest(this.live.key, this.shown.protectValue(outcome), now())
    this.isObserved = false
    this.unobserved.length = 0
    for (const follower of this.followers) {
      if (!follower.isBegun) continue
      this.followers.delete(follower)
      follower.resolve(outcome)
      follower.channel.close()
    }
  }

  failFollowers(reason: unknown): void {
    const { observers, now } = this.settings
    if (this.isObserved) observers.fail(this.live.key, this.shown.protectError(reason), now())
    this.isObserved = false
    for (const { channel, reject } of this.followers) {
      reject(reason)
      channel.close(reason)
    }
    this.followers.clear()
  }
}
