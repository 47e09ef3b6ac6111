import type { Event } from '../../core/ir/event.ts'
import type { NextStep } from '../../core/program/next-step.ts'
import { Audience, type Follower, OwnerAudience, ownerWhoSees, type SessionOwner } from './audience.ts'
import type { SessionEngine } from './engine.ts'
import type { LiveSession } from './live-session.ts'
import { runIdOf } from './observe/observers.ts'
import { lastAnswerText, outcomeOf, programSteps } from './outcome.ts'
import type { CurrentProgram } from './programs.ts'
import type { RunEvent, RunOutcome } from './run-event.ts'
import type { RunnerSettings } from './settings.ts'
import type { UnstoredReport } from './sharing/messages.ts'
import type { Shown } from './shown.ts'

/** Session that a runner keeps in memory, with its followers. */
export class ActiveSession {
  live!: LiveSession
  engine!: SessionEngine
  /** Protected form, for observers, other processes and followers who see no own values. */
  shown!: Shown
  /** Returns the form for the person to whom the session belongs. */
  viewOf!: (owner: SessionOwner) => Shown
  private readonly audience = new Audience()
  /** Followers who are shown own values, by the kinds of the values. */
  private readonly ownerAudiences = new Map<string, OwnerAudience>()
  /** Called with the reports of this process that are not stored, with the number of stored events before each. */
  onReport: (report: UnstoredReport, after: number) => void = () => {}
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
    return this.audiences.some(({ followers }) => followers.size > 0)
  }

  private get audiences(): readonly Audience[] {
    return [this.audience, ...this.ownerAudiences.values()]
  }

  /** Sends the stored events from `from` on and the unfinished answers to a follower, and then all further events. */
  addFollower(follower: Follower, from: number): void {
    const { session } = this.live
    const events = Array.from({ length: Math.max(0, session.length - from) }, (_, at) =>
      session.event(from + at),
    ).filter(({ visibility }) => visibility !== 'internal')
    const own = this.ownerAudienceOf(follower)
    const shown = own?.shown ?? this.shown
    ;(own ?? this.audience).addFollower(
      follower,
      events.map(event => shown.protectEvent(event)),
    )
  }

  /** Returns the audience of a follower who is shown own values; null for any other, and if nobody owns the session. */
  private ownerAudienceOf({ show }: Follower): OwnerAudience | null {
    const owner = ownerWhoSees(this.live.key, show)
    if (owner === null) return null
    const name = JSON.stringify(show)
    const known = this.ownerAudiences.get(name)
    const audience = known ?? new OwnerAudience(this.viewOf(owner), this.unfinishedParts)
    this.ownerAudiences.set(name, audience)
    return audience
  }

  removeFollower(follower: Follower): void {
    for (const { followers } of this.audiences) followers.delete(follower)
    for (const [name, { followers }] of this.ownerAudiences)
      if (followers.size === 0) this.ownerAudiences.delete(name)
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
    this.resolveResting()
  }

  /** Ends the streams of followers who do not wait for agents in the background, if the program rests while such work. */
  resolveResting(): void {
    if (!isResting(programSteps(this.live.steps)) || this.isResting) return
    const waits = ({ isBegun, background }: Follower): boolean => isBegun && !background
    if (this.audiences.some(({ followers }) => [...followers].some(waits)))
      this.resolveFollowers(this.protectedOutcome(), waits)
  }

  reportToFollowers(event: RunEvent, following: readonly Event[] = []): void {
    const after = event.type === 'event' ? event.event.seq : this.live.session.length
    for (const shown of this.shown.protectedReports(event, following)) {
      this.deliverReport(shown, following)
      if (shown.type !== 'event') this.onReport(shown, after)
    }
  }

  /** Delivers a report without protected values to the followers. */
  deliverReport(shown: RunEvent, following: readonly Event[] = []): void {
    this.audience.deliver(shown)
    for (const audience of this.ownerAudiences.values()) audience.deliverProtected(shown, following)
  }

  /** Parts of answers that are not stored yet. */
  get unfinishedParts(): readonly UnstoredReport[] {
    return this.audience.unfinishedParts
  }

  /** Whether nothing can be done before somebody else acts, such as a person who approves a call. */
  get isResting(): boolean {
    return isResting(this.live.steps)
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
    for (const audience of this.audiences) audience.dropUnfinishedParts()
    const { observers, now } = this.settings
    this.shown.dropHeldTexts()
    const outcome = this.protectedOutcome()
    if (this.isObserved) observers.rest(this.live.key, this.shown.protectValue(outcome), now())
    this.isObserved = false
    this.unobserved.length = 0
    this.resolveFollowers(outcome)
    for (const { shown } of this.ownerAudiences.values()) shown.dropHeldTexts()
  }

  private protectedOutcome(): RunOutcome {
    const { session, steps } = this.live
    const { reason, ...rest } = outcomeOf(session, this.program.program.graph, steps, event =>
      this.shown.protectEvent(event),
    )
    return { ...rest, reason: this.shown.protectValue(reason) }
  }

  private resolveFollowers(
    outcome: RunOutcome,
    isChosen: (follower: Follower) => boolean = ({ isBegun }) => isBegun,
  ): void {
    for (const audience of this.audiences) {
      const text =
        audience instanceof OwnerAudience
          ? lastAnswerText(this.live.session, event => audience.shown.protectEvent(event))
          : outcome.text
      for (const follower of [...audience.followers].filter(isChosen)) {
        this.removeFollower(follower)
        follower.resolve({ ...outcome, text })
        follower.channel.close()
      }
    }
  }

  failFollowers(reason: unknown): void {
    const { observers, now } = this.settings
    if (this.isObserved) observers.fail(this.live.key, this.shown.protectError(reason), now())
    this.isObserved = false
    for (const follower of this.audiences.flatMap(({ followers }) => [...followers])) {
      this.removeFollower(follower)
      follower.reject(reason)
      follower.channel.close(reason)
    }
  }
}

const isResting = (steps: readonly NextStep[]): boolean =>
  steps.every(({ kind }) => kind === 'wait' || kind === 'done')
